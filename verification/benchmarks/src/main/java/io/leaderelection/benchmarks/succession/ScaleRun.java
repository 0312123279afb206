/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import io.leaderelection.servers.TcpProxy;
import org.jspecify.annotations.Nullable;

/**
 * Measures the cost of many elections for the leader, a follower and the store.
 */
final class ScaleRun implements ScenarioRun {

	private static final long PATIENCE_MILLIS = 60_000;

	private static final long SETTLE_MILLIS = 5000;

	@Override
	public void run(Stage stage, Results results) throws Exception {
		for (int elections : stage.arguments().elections()) {
			run(stage, results, elections);
		}
	}

	private static void run(Stage stage, Results results, int elections) throws Exception {
		TcpProxy ofLeader = (stage.server().isRemote()) ? stage.openProxy() : null;
		TcpProxy ofFollower = (stage.server().isRemote()) ? stage.openProxy() : null;
		CandidateProcess leader = stage.startWithDefaults(elections, ofLeader);
		long began = System.nanoTime();
		long led = leader.ask("led")[0];
		while (led < elections && System.nanoTime() - began < PATIENCE_MILLIS * 1_000_000) {
			Thread.sleep(100);
			led = leader.ask("led")[0];
		}
		double seconds = (System.nanoTime() - began) / 1e9;
		Thread.sleep(SETTLE_MILLIS);
		leader.ask("renewals");
		double leading = perSecond(ofLeader, stage);
		long[] renewals = leader.ask("renewals");
		long threads = leader.ask("threads")[0];
		long ledLater = leader.ask("led")[0];
		CandidateProcess follower = stage.startWithDefaults(elections, ofFollower);
		Thread.sleep(SETTLE_MILLIS);
		double following = perSecond(ofFollower, stage);
		results.add(new Facts(elections + " elections",
				("%d led after %.1f s, %d after a window of %d s; %d threads; "
						+ "round trips a second: leader %.1f, follower %.1f; renewal p99 %s")
					.formatted(led, seconds, ledLater, stage.arguments().window().toSeconds(), threads, leading,
							following, (renewals[0] > 0) ? "%.1f ms of %d".formatted(renewals[1] / 1e3, renewals[0])
									: "unknown")));
		follower.ask("close", "closed");
		leader.ask("close", "closed");
	}

	private static double perSecond(@Nullable TcpProxy proxy, Stage stage) throws InterruptedException {
		long roundTrips = (proxy != null) ? proxy.roundTrips() : 0;
		long began = System.nanoTime();
		Thread.sleep(stage.arguments().window().toMillis());
		return (proxy != null) ? (proxy.roundTrips() - roundTrips) / ((System.nanoTime() - began) / 1e9) : Double.NaN;
	}

}
