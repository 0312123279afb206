/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.OptionalLong;

/**
 * Kills the leader's process. The next leader starts when the lease has expired, or
 * earlier if the store detects the end of the process.
 */
final class CrashRun implements ScenarioRun {

	@Override
	public void run(Stage stage, Results results) throws Exception {
		CandidateProcess leader = stage.start();
		leader.await("leads");
		for (int i = 0; i < stage.arguments().rounds(); i++) {
			CandidateProcess follower = stage.start();
			Stage.settle(i);
			long killed = leader.kill();
			OptionalLong expiry = stage.expiry();
			History.Change change = Stage.leads(follower.await("leads"));
			Round round = Round.of(killed, leader.history(), follower.history(), change);
			results.add(round
				.withPastExpiry((expiry.isPresent()) ? (change.notAfter() - expiry.getAsLong()) / 1e6 : Double.NaN));
			leader = follower;
		}
		leader.ask("close", "closed");
	}

}
