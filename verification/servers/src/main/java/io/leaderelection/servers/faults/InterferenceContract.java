/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;

import io.leaderelection.LeaderElection;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.Test;

/**
 * Tests that other code in the process may interfere with threads while a store is in
 * use.
 */
public abstract class InterferenceContract {

	private static final Duration STORM = Duration.ofSeconds(3);

	/**
	 * Far less than a lease, and than the polling interval of a follower.
	 */
	private static final Duration SOON = Duration.ofSeconds(30);

	/**
	 * Creates the contract.
	 */
	protected InterferenceContract() {
	}

	/**
	 * Returns the factory of stores.
	 * @return the factory
	 */
	protected abstract LeaseStoreFactory factory();

	/**
	 * Returns the lease duration of the elections.
	 * @return a duration longer than a test may take
	 */
	protected Duration lease() {
		return Duration.ofMinutes(1);
	}

	@Test
	void rule12InterruptsOfLibraryThreadsEndNoElection() {
		boolean push = factory().traits().push();
		ElectionTiming timing = ElectionTiming.builder()
			.lease(lease())
			.renewInterval(Duration.ofMillis(300))
			// If notifications arrive, only they make the successor try soon enough
			.retryInterval((push) ? Duration.ofSeconds(50) : Duration.ofSeconds(1))
			.build();
		try (Contest contest = new Contest(timing, factory(), factory())) {
			ProcessFaults.interruptThreads("leader-election", STORM);
			contest.awaitThat(() -> contest.one().isLeader() || contest.two().isLeader());
			LeaderElection leader = contest.one().isLeader() ? contest.one() : contest.two();
			LeaderElection follower = contest.one().isLeader() ? contest.two() : contest.one();
			leader.stepDown(Duration.ofMinutes(1));
			contest.awaitThat(SOON, follower::isLeader);
		}
	}

	@Test
	void rule12BusyCommonPoolHoldsUpNothing() {
		ElectionTiming timing = ElectionTiming.builder().lease(lease()).renewInterval(Duration.ofMillis(300)).build();
		try (ProcessFaults.BusyPool busy = ProcessFaults.occupyCommonPool();
				Contest contest = new Contest(timing, factory(), factory())) {
			contest.watch(Duration.ofSeconds(2));
			contest.one().stepDown(Duration.ofMinutes(1));
			contest.awaitThat(contest.two()::isLeader);
		}
	}

}
