/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import io.leaderelection.servers.TcpProxy;
import org.jspecify.annotations.Nullable;

/**
 * Measures a tick. Its round trips are those of the process in that time, less those of
 * an equal time without ticks.
 */
final class TickRun implements ScenarioRun {

	@Override
	public void run(Stage stage, Results results) throws Exception {
		TcpProxy proxy = (stage.server().isRemote()) ? stage.openProxy() : null;
		CandidateProcess process = stage.startWithDefaults(1, proxy, "--" + StarterCandidate.TICKS + "=true");
		process.await("leads");
		long[] idle = roundTrips(proxy);
		Thread.sleep(stage.arguments().window().toMillis());
		idle = since(idle, proxy);
		long[] busy = roundTrips(proxy);
		long[] ticks = process.ask("measure-ticks", "ticks");
		busy = since(busy, proxy);
		double others = (double) idle[0] / idle[1] * busy[1];
		results.add(new Facts("a tick", "median %.1f ms, longest %.1f ms, %d of %d ran the job; %.1f round trips a tick"
			.formatted(ticks[0] / 1e6, ticks[1] / 1e6, ticks[2], TickCost.TICKS, (busy[0] - others) / TickCost.ALL)));
		process.ask("close", "closed");
	}

	/** Returns the round trips until now, and the present stamp. */
	private static long[] roundTrips(@Nullable TcpProxy proxy) {
		return new long[] { (proxy != null) ? proxy.roundTrips() : 0, System.nanoTime() };
	}

	private static long[] since(long[] before, @Nullable TcpProxy proxy) {
		long[] now = roundTrips(proxy);
		return new long[] { now[0] - before[0], now[1] - before[1] };
	}

}
