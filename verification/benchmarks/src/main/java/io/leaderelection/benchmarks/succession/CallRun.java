/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

/**
 * Measures a guarded call.
 */
final class CallRun implements ScenarioRun {

	@Override
	public void run(Stage stage, Results results) throws Exception {
		CandidateProcess process = stage.start();
		if (stage.contender().isOurs()) {
			process.await("leads");
		}
		long[] calls = process.ask("measure-calls", "calls");
		results.add(new Facts("a guarded call", "median %.1f us, p99 %.1f us, %d calls ran the method"
			.formatted(calls[0] / 1e3, calls[1] / 1e3, calls[2])));
		process.ask("close", "closed");
	}

}
