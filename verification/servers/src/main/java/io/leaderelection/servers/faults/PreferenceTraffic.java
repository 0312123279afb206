/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

import io.leaderelection.LeaderElection;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.engine.ElectionSettings;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Preference;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.testkit.StoreCandidate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks what priority and spread send over the network.
 */
public final class PreferenceTraffic {

	private static final int RENEWALS = 10;

	private static final ElectionTiming TIMING = ElectionSettings.DEFAULT.timing();

	private static final ElectionSettings PRIORITY = ElectionSettings.DEFAULT
		.withPreference(new Preference(1, false, TIMING.renewInterval()));

	private PreferenceTraffic() {
	}

	/**
	 * Checks that a leader without a preference sends only its renewals, and that a
	 * preference is visible in the same figures.
	 * @param proxy the proxy between leaders and the server
	 * @param factory a factory of stores that use the proxy
	 * @param candidate a candidate that uses the proxy, too
	 */
	public static void assertNothingIsSentWithoutAPreference(TcpProxy proxy, LeaseStoreFactory factory,
			StoreCandidate candidate) {
		candidate.win("candidate");
		renew(candidate);
		Traffic renewals = Traffic.leastOf(proxy, () -> renew(candidate));
		Led plain = led(proxy, factory, "unpreferred", ElectionSettings.DEFAULT);
		Led preferred = led(proxy, factory, "preferred", PRIORITY);
		System.out.printf("%d renewals: %s; a leader meanwhile: %s; with a priority: %s%n", RENEWALS, renewals, plain,
				preferred);
		assertThat(plain.operations()).containsExactly("renew");
		assertThat(preferred.operations()).contains("renew", "observe");
		assertThat(plain.traffic().roundTrips()).isLessThan(renewals.roundTrips() + RENEWALS);
		assertThat(preferred.traffic().roundTrips()).isGreaterThan(plain.traffic().roundTrips() + RENEWALS);
		Outcome.Free bid = (Outcome.Free) candidate.observe("unpreferred/bid");
		assertThat(bid.token()).isEqualTo(LeaseStore.ABSENT);
		candidate.release("candidate");
	}

	private static void renew(StoreCandidate candidate) {
		for (int i = 0; i < RENEWALS; i++) {
			assertThat(candidate.renew("candidate")).isInstanceOf(Outcome.Granted.class);
		}
	}

	/** Measures what a leader sends while it renews its term {@value #RENEWALS} times. */
	private static Led led(TcpProxy proxy, LeaseStoreFactory factory, String election, ElectionSettings settings) {
		ManualTime time = new ManualTime();
		Set<String> operations = new TreeSet<>();
		try (ElectionEngine engine = ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace(StoreCandidate.key(election).namespace())
			.elections(settings)
			.time(time)
			.operationListener((operation, outcome, took) -> operations.add(operation))
			.build()) {
			LeaderElection leader = engine.join(election).election();
			engine.start();
			// Excludes what is sent only once, such as a statement to prepare
			time.advance(TIMING.lease());
			assertThat(leader.isLeader()).isTrue();
			operations.clear();
			Traffic traffic = Traffic.leastOf(proxy, () -> time.advance(TIMING.renewInterval().multipliedBy(RENEWALS)));
			assertThat(leader.isLeader()).isTrue();
			Led led = new Led(traffic, Set.copyOf(operations));
			engine.stop();
			time.advance(TIMING.lease());
			return led;
		}
	}

	/**
	 * The traffic of a leader.
	 *
	 * @param traffic the traffic on the network
	 * @param operations the operations of the store that were called
	 */
	private record Led(Traffic traffic, Set<String> operations) {

		@Override
		public String toString() {
			return this.traffic + " for " + this.operations;
		}

	}

}
