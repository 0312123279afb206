/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.servers.Direction;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that answers of a real server have no effect if they arrive after their term.
 */
public abstract class LateAnswerContract {

	/** Long enough to be renewed on a busy machine. */
	private static final Duration LEASE = Duration.ofSeconds(3);

	/**
	 * Creates the contract.
	 */
	protected LateAnswerContract() {
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

	@ParameterizedTest
	@EnumSource
	void rule01AnswersThatComeAfterTheLeaseBringNoTermBack(Lateness lateness) {
		ElectionTiming timing = ElectionTiming.builder()
			.lease(LEASE)
			.retryInterval(Duration.ofMillis(200))
			.coolDown(Duration.ofMillis(100))
			.build();
		try (TcpProxy proxy = TcpProxy.to(port());
				Contest contest = new Contest(timing, factory(proxy.port()), factory(port()))) {
			try {
				lateness.begin(proxy);
				contest.awaitThat(() -> !contest.one().isLeader());
				contest.awaitThat(contest.two()::isLeader);
				long successor = contest.two().leadership().orElseThrow().fencingToken();
				contest.watch(LEASE);
				proxy.heal();
				// The held answers arrive now
				contest.watch(Duration.ofMillis(500));
				contest.awaitThat(() -> contest.one()
					.leader()
					.filter((leader) -> leader.fencingToken() >= successor)
					.isPresent());
			}
			finally {
				proxy.heal();
			}
		}
	}

	/**
	 * The ways in which answers arrive late.
	 */
	enum Lateness {

		/** Each answer, by more than a lease. */
		DELAYED {

			@Override
			void begin(TcpProxy proxy) {
				proxy.delay(LEASE.multipliedBy(4).dividedBy(3), Direction.TO_CLIENT);
			}

		},

		/**
		 * All answers at once, after more than two leases; the server executed the
		 * requests.
		 */
		HELD {

			@Override
			void begin(TcpProxy proxy) {
				proxy.blackHole(Direction.TO_CLIENT);
			}

		};

		abstract void begin(TcpProxy proxy);

	}

}
