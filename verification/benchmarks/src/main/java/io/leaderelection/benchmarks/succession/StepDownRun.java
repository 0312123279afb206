/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import org.jspecify.annotations.Nullable;

/**
 * Lets two candidates hand over to each other. Uncounted rounds run first, until the code
 * of a handover is compiled.
 */
final class StepDownRun implements ScenarioRun {

	/** After the cool-down, until the former leader is ready to contend. */
	private static final long PAUSE_MILLIS = 150;

	/** How often a former leader that wins again is asked to step down. */
	private static final int ATTEMPTS = 50;

	@Override
	public void run(Stage stage, Results results) throws Exception {
		CandidateProcess leader = stage.start();
		leader.await("leads");
		CandidateProcess follower = stage.start();
		Stage.settle(0);
		long pause = PAUSE_MILLIS + stage.contender().coolDownMillis();
		for (int i = -stage.arguments().warmUp(); i < stage.arguments().rounds(); i++) {
			Round round = handover(leader, follower, results);
			if (i >= 0) {
				results.add(round);
			}
			CandidateProcess former = leader;
			leader = follower;
			follower = former;
			Thread.sleep(pause);
		}
		leader.ask("close", "closed");
	}

	private static Round handover(CandidateProcess leader, CandidateProcess follower, Results results)
			throws InterruptedException {
		long requested = leader.ask("step-down", "leaving")[0];
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			long @Nullable [] leads = follower.poll("leads", (attempt == 0) ? 2000 : 500);
			if (leads != null) {
				return Round.of(requested, leader.history(), follower.history(), Stage.leads(leads));
			}
			if (leader.poll("leads", 0) != null) {
				results.wonAgain();
				leader.ask("step-down", "leaving");
			}
		}
		long[] leads = follower.await("leads");
		return Round.of(requested, leader.history(), follower.history(), Stage.leads(leads));
	}

}
