/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import io.leaderelection.sample.SampleCluster.Led;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Succession with a store behind a network: nobody waits for a leader that is stopped or
 * disconnected after its lease has expired.
 */
@Tag("server")
abstract class RemoteSuccessionContract extends SuccessionContract {

	private static final int ROUNDS = 10;

	@Test
	void tenStoppedLeadersNeverLeadBesideTheirSuccessors() throws Exception {
		Led led = cluster().awaitLeaderAbove(0);
		for (int i = 0; i < ROUNDS; i++) {
			cluster().awaitEntry(led.fencingToken());
			led.process().signal("STOP");
			Led successor = cluster().awaitLeaderBeside(led);
			led.process().signal("CONT");
			cluster().awaitFollower(led.process(), successor.fencingToken());
			led = successor;
		}
		assertNobodyLedBesideAnother(ROUNDS + 1);
		assertLedgerIsFlawless();
	}

	@Test
	void leadersInABlackHoleNeverOverlapWithSuccessors() throws Exception {
		Led led = cluster().awaitLeaderAbove(0);
		for (int i = 0; i < ROUNDS; i++) {
			cluster().awaitEntry(led.fencingToken());
			cluster().network(led.process()).blackHole();
			Led successor = cluster().awaitLeaderBeside(led);
			cluster().network(led.process()).heal();
			cluster().awaitFollower(led.process(), successor.fencingToken());
			led = successor;
		}
		assertNobodyLedBesideAnother(ROUNDS + 1);
		assertLedgerIsFlawless();
	}

}
