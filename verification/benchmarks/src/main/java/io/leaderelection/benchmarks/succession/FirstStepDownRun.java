/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

/**
 * Starts two new processes in each round, so that both the handover of the leader and the
 * term of the follower are their first.
 */
final class FirstStepDownRun implements ScenarioRun {

	@Override
	public void run(Stage stage, Results results) throws Exception {
		for (int i = 0; i < stage.arguments().rounds(); i++) {
			CandidateProcess leader = stage.start();
			leader.await("leads");
			CandidateProcess follower = stage.start();
			Stage.settle(i);
			long requested = leader.ask("step-down", "leaving")[0];
			long[] leads = follower.await("leads");
			results.add(Round.of(requested, leader.history(), follower.history(), Stage.leads(leads)));
			leader.ask("close", "closed");
			leader.close();
			follower.ask("close", "closed");
			follower.close();
		}
	}

}
