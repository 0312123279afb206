/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

/**
 * Starts and closes applications in turn, as in a rolling deployment.
 */
final class CloseRun implements ScenarioRun {

	@Override
	public void run(Stage stage, Results results) throws Exception {
		CandidateProcess leader = stage.start();
		leader.await("leads");
		for (int i = 0; i < stage.arguments().rounds(); i++) {
			CandidateProcess follower = stage.start();
			Stage.settle(i);
			long began = leader.ask("close", "leaving")[0];
			long[] leads = follower.await("leads");
			results.add(Round.of(began, leader.history(), follower.history(), Stage.leads(leads)));
			leader.await("closed");
			leader.close();
			leader = follower;
		}
		leader.ask("close", "closed");
	}

}
