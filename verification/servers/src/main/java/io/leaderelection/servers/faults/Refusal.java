/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;

import io.leaderelection.ElectionStatus;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.LeaseStoreFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests a server that refuses the requests of candidates while one of them leads.
 */
public final class Refusal {

	/** A login to etcd takes long on a busy machine. */
	private static final ElectionTiming TIMING = ElectionTiming.builder()
		.lease(Duration.ofSeconds(4))
		.renewInterval(Duration.ofSeconds(1))
		.operationTimeout(Duration.ofMillis(1200))
		.retryInterval(Duration.ofMillis(200))
		.build();

	private Refusal() {
	}

	/**
	 * Asserts that no candidate leads after the lease has expired, that both report the
	 * missing right, and that one leads in a later term when the server accepts requests
	 * again.
	 * @param factory the factory of stores
	 * @param refuse takes away a right to write
	 * @param accept grants the right again
	 * @throws Exception if a change fails
	 */
	public static void endsTheTermUntilItIsTakenBack(LeaseStoreFactory factory, Change refuse, Change accept)
			throws Exception {
		try (Contest contest = new Contest(TIMING, factory, factory)) {
			long token = contest.one().leadership().orElseThrow().fencingToken();
			refuse.make();
			contest.awaitThat(() -> !contest.one().isLeader() && !contest.two().isLeader());
			contest.watch(Duration.ofSeconds(1));
			assertThat(contest.one().isLeader() || contest.two().isLeader()).as("a leader").isFalse();
			// Both have asked in vain, and perhaps read in between
			contest.awaitThat(() -> contest.one().status().refused() && contest.two().status().refused());
			contest.watch(Duration.ofSeconds(1));
			assertThat(contest.one().status()).matches(ElectionStatus::refused, "is still refused");
			accept.make();
			contest.awaitThat(() -> contest.one().isLeader() || contest.two().isLeader());
			contest.awaitThat(() -> contest.one()
				.leader()
				.or(contest.two()::leader)
				.filter((leader) -> leader.fencingToken() > token)
				.isPresent());
			contest.awaitThat(() -> !contest.one().status().refused() && !contest.two().status().refused());
		}
	}

	/**
	 * A change of the server.
	 */
	public interface Change {

		/**
		 * Makes the change.
		 * @throws Exception if it fails
		 */
		void make() throws Exception;

	}

}
