/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.util.Map;

import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.StoreCandidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Checks what checkpoints send over the network, and the effect of a lost answer to one.
 */
public final class CheckpointTraffic {

	private static final int RENEWALS = 10;

	private static final int CHARACTERS = 20_480;

	private CheckpointTraffic() {
	}

	/**
	 * Checks that plain renewals of a record with many notes send as little as those of a
	 * record without notes.
	 * @param proxy the proxy between candidate and server
	 * @param leader the candidate
	 */
	public static void assertPlainRenewalsSendNoNotes(TcpProxy proxy, StoreCandidate leader) {
		leader.win("plain");
		long version = leader.win("noted").checkpoints().version();
		Checkpoints notes = Checkpoints.of(version + 1, Map.of("n", "x".repeat(CHARACTERS)));
		assertThat(leader.renew("noted", notes)).isInstanceOf(Outcome.Granted.class);
		// Excludes what is sent only once, such as a statement to prepare
		cost(proxy, leader, "plain");
		cost(proxy, leader, "noted");
		Traffic plain = cost(proxy, leader, "plain");
		Traffic noted = cost(proxy, leader, "noted");
		System.out.printf("%d plain renewals: %s; of a record with %d characters of notes: %s%n", RENEWALS, plain,
				CHARACTERS, noted);
		assertThat(noted.bytes()).isLessThan(plain.bytes() + CHARACTERS / 2);
		// Separate reads of notes would cost one more round trip per renewal
		assertThat(noted.roundTrips()).isLessThan(plain.roundTrips() + RENEWALS);
		Outcome.Leased held = (Outcome.Leased) leader.observe("noted");
		assertThat(held.checkpoints()).isEqualTo(notes);
		leader.release("plain");
		leader.release("noted");
	}

	private static Traffic cost(TcpProxy proxy, StoreCandidate leader, String election) {
		return Traffic.leastOf(proxy, () -> {
			for (int i = 0; i < RENEWALS; i++) {
				assertThat(leader.renew(election)).isInstanceOf(Outcome.Granted.class);
			}
		});
	}

	/**
	 * Checks that a note whose answer was lost is recognized as written when it is sent
	 * again, and that it does not replace a newer note when it arrives late.
	 * @param proxy the proxy between candidate and server
	 * @param leader the candidate
	 */
	public static void assertLostAnswerIsAskedForAgain(TcpProxy proxy, StoreCandidate leader) {
		long version = leader.win("e").checkpoints().version();
		Checkpoints begun = Checkpoints.of(version + 1, Map.of("tick:x", "begun"));
		int cuts = proxy.cuts();
		proxy.cutNextAnswer();
		Throwable failure = catchThrowable(() -> leader.renew("e", begun));
		assertThat(proxy.cuts()).as("lost answers, with %s unless it was asked for again within the call", failure)
			.isEqualTo(cuts + 1);
		proxy.heal();
		assertGranted(leader, begun, begun);
		Checkpoints finished = Checkpoints.of(version + 2, Map.of("tick:x", "finished"));
		assertGranted(leader, finished, finished);
		assertGranted(leader, begun, finished);
		assertThat(((Outcome.Leased) leader.observe("e")).checkpoints()).isEqualTo(finished);
		leader.release("e");
	}

	private static void assertGranted(StoreCandidate leader, Checkpoints sent, Checkpoints written) {
		Outcome.Granted granted = (Outcome.Granted) renew(leader, sent);
		assertThat(granted.checkpoints()).isEqualTo(written.versionAlone());
	}

	/** Renews at once or with the next call, because a cut connection is opened again. */
	private static Outcome.OfRenew renew(StoreCandidate leader, Checkpoints sent) {
		for (int i = 0; i < 20; i++) {
			try {
				return leader.renew("e", sent);
			}
			catch (RuntimeException ex) {
				// The store is not reachable yet
			}
		}
		return leader.renew("e", sent);
	}

}
