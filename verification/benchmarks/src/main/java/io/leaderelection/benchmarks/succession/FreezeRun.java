/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import org.jspecify.annotations.Nullable;

/**
 * Stops the leader's process beyond the end of its lease, and resumes it when another one
 * leads, to see whether it continues as a leader.
 */
final class FreezeRun implements ScenarioRun {

	private static final long AFTERWARDS_MILLIS = 1000;

	/** How long to wait until a former leader notices. */
	private static final long NOTICE_MILLIS = 20_000;

	@Override
	public void run(Stage stage, Results results) throws Exception {
		for (int i = 0; i < stage.arguments().rounds(); i++) {
			CandidateProcess leader = stage.start();
			leader.await("leads");
			CandidateProcess follower = stage.start();
			Stage.settle(i);
			long before = System.nanoTime();
			leader.signal("STOP");
			long stopped = System.nanoTime();
			long @Nullable [] leads = follower.poll("leads", stage.arguments().lease().toMillis() + 5000);
			Thread.sleep(AFTERWARDS_MILLIS);
			leader.history().stopped(stopped, System.nanoTime());
			leader.signal("CONT");
			if (leads == null) {
				// If the store only checks that the process lives, it is succeeded only
				// now
				results.succeededAfterwards();
				leads = awaitEither(leader, follower, results);
			}
			leader.history().awaitEnd(NOTICE_MILLIS);
			Round round = Round.of(before, leader.history(), follower.history(), Stage.leads(leads));
			// A stopped process does nothing, so its leadership ended with the stop
			results.add(new Round(round.took(), round.took(), round.overlap(), Double.NaN));
			follower.ask("close", "closed");
			leader.close();
		}
	}

	private static long[] awaitEither(CandidateProcess leader, CandidateProcess follower, Results results)
			throws InterruptedException {
		long end = System.nanoTime() + NOTICE_MILLIS * 1_000_000;
		while (System.nanoTime() - end < 0) {
			long @Nullable [] leads = follower.poll("leads", 20);
			if (leads != null) {
				return leads;
			}
			leads = leader.poll("leads", 0);
			if (leads != null) {
				results.wonAgain();
				return leads;
			}
		}
		throw new IllegalStateException("No candidate leads after SIGCONT");
	}

}
