/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.leaderelection.servers.Commands;

/**
 * Measures the starter over real stores: instances in processes of their own elect, hand
 * over, fail and bid. Prints each figure, with its bound if it has one. Exits with status
 * 1 and keeps the logs of the instances if a bound is exceeded or something could not be
 * measured.
 */
public final class StoreRun {

	private StoreRun() {
	}

	/**
	 * Runs the benchmark.
	 * @param args see {@link Arguments#USAGE}
	 * @throws Exception if it is interrupted, or an instance or a server fails
	 */
	public static void main(String[] args) throws Exception {
		Arguments arguments;
		try {
			arguments = new Arguments(args);
		}
		catch (IllegalArgumentException ex) {
			System.err.println(ex.getMessage());
			System.err.print(Arguments.USAGE);
			System.exit(2);
			return;
		}
		Path logs = Files.createTempDirectory("leader-election-benchmark");
		Figures figures = new Figures();
		for (Scenario scenario : arguments.scenarios()) {
			for (Store store : arguments.stores(scenario)) {
				run(scenario, store, arguments, figures, logs.resolve(scenario + "-" + store));
			}
		}
		if (figures.kept()) {
			Commands.delete(logs);
		}
		else {
			figures.print("A bound is EXCEEDED, or something was not measured. Logs: %s", logs);
		}
		System.exit((figures.kept()) ? 0 : 1);
	}

	private static void run(Scenario scenario, Store store, Arguments arguments, Figures figures, Path logs)
			throws Exception {
		figures.print("%n%s over %s", scenario, store);
		try (Stage stage = new Stage(store, logs)) {
			scenario.run(stage, arguments, figures);
		}
		catch (IllegalStateException | IOException ex) {
			// Whatever else was asked for is still measured
			figures.failed(scenario, store, ex);
		}
	}

}
