/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests a server whose clock is stepped back, for stores whose server decides on expiry.
 */
public abstract class SteppedClockContract {

	private static final Duration STEP = Duration.ofHours(1);

	/**
	 * Long enough for the leader to survive the effects of the step on a busy machine.
	 */
	private static final Duration LEASE = Duration.ofSeconds(10);

	/**
	 * Creates the contract.
	 */
	protected SteppedClockContract() {
	}

	/**
	 * Returns the port at which the server listens.
	 * @return the port
	 */
	protected abstract int port();

	/**
	 * Returns a factory of stores.
	 * @param port the port at which they reach the server
	 * @return the factory
	 */
	protected abstract LeaseStoreFactory factory(int port);

	/**
	 * Steps the clock of the server.
	 * @param step the length of the step; negative to step back
	 */
	protected abstract void stepClock(Duration step);

	/**
	 * The follower reads the record between the step and the renewal that repairs it, and
	 * the leader dies after that renewal.
	 */
	@Test
	void rule20ClockThatStepsBackDelaysNoFailover() {
		ElectionTiming timing = ElectionTiming.builder().lease(LEASE).renewInterval(Duration.ofSeconds(1)).build();
		try (TcpProxy proxy = TcpProxy.to(port())) {
			WatchedStore leading = new WatchedStore(factory(proxy.port()));
			WatchedStore following = new WatchedStore(factory(port()));
			try (Contest contest = new Contest(timing, leading, following)) {
				contest.awaitThat(following::isNotified);
				contest.two().pause().toCompletableFuture().join();
				cutOff(proxy);
				stepClock(STEP.negated());
				contest.two().resume();
				contest.awaitThat(() -> following.remaining().compareTo(STEP) > 0);
				int renewals = leading.renewals();
				proxy.heal();
				contest.awaitThat(() -> leading.renewals() > renewals);
				assertThat(contest.one().isLeader()).isTrue();
				cutOff(proxy);
				contest.awaitThat(contest.two()::isLeader);
			}
		}
	}

	private static void cutOff(TcpProxy proxy) {
		proxy.refuse();
		proxy.reset();
	}

}
