/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;

import io.leaderelection.LeaderElection;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.bid.Distribution;
import io.leaderelection.protocol.bid.Preference;
import io.leaderelection.protocol.bid.Preferences;
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

	private static final ElectionTiming TIMING = ElectionTiming.builder().build();

	private static final Preferences PRIORITY = new Preferences(
			(election) -> new Preference(1, false, TIMING.renewInterval()), Distribution.UNLIMITED, Duration.ZERO);

	private PreferenceTraffic() {
	}

	/**
	 * Checks that a leader without a preference sends its renewals and nothing else, and
	 * that a preference shows in the same count.
	 * @param proxy what leaders reach the server through
	 * @param factory opens a store that is reached through it
	 * @param candidate one that is reached through it, too
	 */
	public static void assertNothingIsSentWithoutAPreference(TcpProxy proxy, LeaseStoreFactory factory,
			StoreCandidate candidate) {
		candidate.win("candidate");
		renew(candidate);
		Traffic renewals = Traffic.of(proxy, () -> renew(candidate));
		Traffic plain = led(proxy, factory, "plain", Preferences.NONE);
		Traffic preferred = led(proxy, factory, "preferred", PRIORITY);
		System.out.printf("%d renewals: %s; a leader meanwhile: %s; with a priority: %s%n", RENEWALS, renewals, plain,
				preferred);
		// A session's own pings may come between
		assertThat(plain.roundTrips()).isBetween(renewals.roundTrips() - 2, renewals.roundTrips() + 2);
		assertThat(preferred.roundTrips()).isGreaterThan(plain.roundTrips() + RENEWALS);
		Outcome.Free bid = (Outcome.Free) candidate.observe("plain/bid");
		assertThat(bid.token()).isEqualTo(LeaseStore.ABSENT);
		candidate.release("candidate");
	}

	private static void renew(StoreCandidate candidate) {
		for (int i = 0; i < RENEWALS; i++) {
			assertThat(candidate.renew("candidate")).isInstanceOf(Outcome.Granted.class);
		}
	}

	/** What a leader sends while it renews its term {@value #RENEWALS} times. */
	private static Traffic led(TcpProxy proxy, LeaseStoreFactory factory, String election, Preferences preferences) {
		ManualTime time = new ManualTime();
		try (ElectionEngine engine = ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace(StoreCandidate.key(election).namespace())
			.timing(TIMING)
			.time(time)
			.preferences(preferences)
			.build()) {
			LeaderElection leader = engine.join(election).election();
			engine.start();
			// What is sent once only, such as a statement that is prepared
			time.advance(TIMING.lease());
			assertThat(leader.isLeader()).isTrue();
			Traffic traffic = Traffic.of(proxy, () -> time.advance(TIMING.renewInterval().multipliedBy(RENEWALS)));
			assertThat(leader.isLeader()).isTrue();
			engine.stop();
			time.advance(TIMING.lease());
			return traffic;
		}
	}

}
