/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

import java.nio.file.Files;
import java.nio.file.Path;

import io.leaderelection.benchmarks.load.LoadStore;

/**
 * Spreads elections over instances in separate processes, at default timings, and prints
 * each figure with its bound. Exits with status 1 and keeps the logs of the instances if
 * a bound is exceeded. Needs the packaged benchmarks.
 */
public final class DistributionRun {

	private boolean kept = true;

	private DistributionRun() {
	}

	/**
	 * Runs the benchmark.
	 * @param args see {@link DistributionArguments#USAGE}
	 * @throws Exception if an instance or a server fails
	 */
	public static void main(String[] args) throws Exception {
		DistributionArguments arguments;
		try {
			arguments = DistributionArguments.parse(args);
		}
		catch (IllegalArgumentException ex) {
			System.err.println(ex.getMessage());
			System.err.print(DistributionArguments.USAGE);
			System.exit(2);
			return;
		}
		Path logs = Files.createTempDirectory("leader-election-distribution");
		DistributionRun run = new DistributionRun();
		for (LoadStore store : arguments.stores()) {
			System.out.printf("%n%s, spread-delay %d s%n", store, arguments.spreadDelay().toSeconds());
			run.run(new DistributionScenarios(store, arguments, logs, run::print), arguments);
		}
		System.out.println((run.kept) ? "All bounds are kept." : "A bound is EXCEEDED.");
		System.out.println("Logs: " + logs);
		System.exit((run.kept) ? 0 : 1);
	}

	private void run(DistributionScenarios scenarios, DistributionArguments arguments) throws Exception {
		for (String scenario : arguments.scenarios()) {
			switch (scenario) {
				case "spread" -> scenarios.spread();
				case "many" -> scenarios.many();
				case "preferred" -> scenarios.preferred();
				case "round-trips" -> scenarios.roundTrips();
				case "calls" -> scenarios.calls();
				default -> throw new IllegalStateException(scenario);
			}
		}
	}

	private void print(DistributionFigure figure) {
		System.out.println(figure);
		this.kept &= figure.kept();
	}

}
