/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.LeaseStoreFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server that refuses what candidates ask for, while one of them leads.
 */
public final class Refusal {

	/** A login to etcd takes its time on a machine under load. */
	private static final ElectionTiming TIMING = ElectionTiming.builder()
		.lease(Duration.ofSeconds(4))
		.renewInterval(Duration.ofSeconds(1))
		.operationTimeout(Duration.ofMillis(1200))
		.retryInterval(Duration.ofMillis(200))
		.build();

	private Refusal() {
	}

	/**
	 * Asserts that nobody leads as soon as the lease is over, and that somebody does in a
	 * later term when the server accepts again.
	 * @param factory makes stores
	 * @param refuse makes the server refuse
	 * @param accept takes that back
	 * @throws Exception if one of both fails
	 */
	public static void endsTheTermUntilItIsTakenBack(LeaseStoreFactory factory, Change refuse, Change accept)
			throws Exception {
		try (Contest contest = new Contest(TIMING, factory, factory)) {
			long token = contest.one().leadership().orElseThrow().fencingToken();
			refuse.make();
			contest.awaitThat(() -> !contest.one().isLeader() && !contest.two().isLeader());
			contest.watch(Duration.ofSeconds(1));
			assertThat(contest.one().isLeader() || contest.two().isLeader()).as("a leader").isFalse();
			accept.make();
			contest.awaitThat(() -> contest.one().isLeader() || contest.two().isLeader());
			contest.awaitThat(() -> contest.one()
				.leader()
				.or(contest.two()::leader)
				.filter((leader) -> leader.fencingToken() > token)
				.isPresent());
		}
	}

	/**
	 * Something that is done to the server.
	 */
	public interface Change {

		/**
		 * Does it.
		 * @throws Exception if it fails
		 */
		void make() throws Exception;

	}

}
