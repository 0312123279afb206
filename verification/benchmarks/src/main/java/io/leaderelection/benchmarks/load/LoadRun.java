/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.servers.TestServer;

/**
 * Puts stores under the load of many elections and of many processes, restarts them, and
 * prints figures with their bounds. Exits with status 1 if a bound is exceeded. Needs the
 * packaged benchmarks.
 */
public final class LoadRun {

	private static final ElectionTiming TIMING = ElectionTiming.builder().build();

	private static final int SMALL_HEAP = 32;

	private static final int LARGE_HEAP = 256;

	private final LoadArguments arguments;

	private final Path logs;

	private boolean withinBounds = true;

	private LoadRun(LoadArguments arguments, Path logs) {
		this.arguments = arguments;
		this.logs = logs;
	}

	/**
	 * Runs the benchmark.
	 * @param args see {@link LoadArguments#USAGE}
	 * @throws Exception if a candidate or a server fails
	 */
	public static void main(String[] args) throws Exception {
		LoadArguments arguments;
		try {
			arguments = LoadArguments.parse(args);
		}
		catch (IllegalArgumentException ex) {
			System.err.println(ex.getMessage());
			System.err.print(LoadArguments.USAGE);
			System.exit(2);
			return;
		}
		Path logs = Files.createTempDirectory("leader-election-load");
		LoadRun run = new LoadRun(arguments, logs);
		try {
			for (LoadStore store : arguments.stores()) {
				run.run(store);
			}
		}
		finally {
			delete(logs);
		}
		System.exit((run.withinBounds) ? 0 : 1);
	}

	private static void delete(Path directory) throws IOException {
		try (Stream<Path> files = Files.walk(directory)) {
			files.sorted(Comparator.reverseOrder()).forEach((file) -> file.toFile().delete());
		}
	}

	private void run(LoadStore store) throws Exception {
		try (TestServer server = store.open()) {
			if (this.arguments.scenarios().contains(LoadScenario.ONE_PROCESS)) {
				try (LoadGroup group = new LoadGroup(store, server, 1, LARGE_HEAP, this.logs)) {
					measure(store, group, LoadScenario.ONE_PROCESS);
				}
			}
			boolean own = this.arguments.scenarios().contains(LoadScenario.OWN);
			boolean shared = this.arguments.scenarios().contains(LoadScenario.SHARED);
			if (own || shared) {
				try (LoadGroup group = new LoadGroup(store, server, this.arguments.processes(), SMALL_HEAP,
						this.logs)) {
					if (own) {
						measure(store, group, LoadScenario.OWN);
					}
					if (shared) {
						measure(store, group, LoadScenario.SHARED);
					}
				}
			}
		}
	}

	private void measure(LoadStore store, LoadGroup group, LoadScenario scenario) throws Exception {
		int ofEach = (scenario == LoadScenario.ONE_PROCESS) ? this.arguments.elections() : 1;
		int elections = (scenario == LoadScenario.OWN) ? this.arguments.processes() : ofEach;
		int number = 0;
		long began = System.nanoTime();
		for (LoadProcess process : group.processes()) {
			process.join((scenario == LoadScenario.OWN) ? "own-" + number++ : scenario.toString(), ofEach);
		}
		group.awaitLed(elections);
		System.out.printf("%n%s, %s: %d processes, %d elections, all led after %.1f s%n", store, scenario,
				group.processes().size(), elections, (System.nanoTime() - began) / 1e9);
		print("before", group.steady(this.arguments.window()), elections);
		print(group.restart(this.arguments.down(), elections), store, ofEach);
		print("afterwards", group.steady(this.arguments.window()), elections);
		group.processes().forEach(LoadProcess::leave);
		group.awaitLed(0);
	}

	private void print(String when, LoadGroup.Steady steady, int elections) {
		double interval = TIMING.renewInterval().toMillis() / 1e3;
		// A call takes less than a third of the interval, and starts after it
		System.out.printf(
				"  %s, %d s: %d led (%s); %d renewal calls, p50 %.1f ms, p99 %.1f ms (%s); the oldest %.2f s (%s)%n",
				when, steady.window().toSeconds(), steady.led(), bound("all", steady.led() == elections),
				steady.renewals(), steady.median(), steady.p99(), atMost("%.0f ms", interval / 3 * 1e3, steady.p99()),
				steady.oldest(), atMost("%.2f s", interval * 4 / 3, steady.oldest()));
		System.out.printf("    threads of a process %d; connections at the server %d; round trips a second %.1f%n",
				steady.threads(), steady.connections(), steady.roundTripsASecond());
	}

	private void print(LoadGroup.Restart restart, LoadStore store, int ofEach) {
		System.out.printf("  restart, away %d s: %d led meanwhile, answers after %.1f s, all led %.1f s later%n",
				this.arguments.down().toSeconds(), restart.ledMeanwhile(), restart.start(), restart.recovery());
		int connections = store.attemptsASecond(TIMING, ofEach);
		print("connections, from its end on", restart.attempts(), connections);
		print("connections, from its start on", restart.attemptsBack(), connections);
		print("requests, from its start on", restart.requestsBack(), store.requestsASecond(TIMING, ofEach));
	}

	private void print(String what, LoadGroup.Seen seen, int boundOfOne) {
		System.out.printf(
				"    %s: %d in %.1f s, %.1f a second; at most %d within 100 ms, %d within a second, "
						+ "%d within a second by one process (%s)%n",
				what, seen.number(), seen.seconds(), seen.mean(), seen.withinTenth(), seen.withinSecond(), seen.ofOne(),
				atMost("%.0f", boundOfOne, seen.ofOne()));
	}

	private String atMost(String format, double bound, double value) {
		return bound(format.formatted(bound), value <= bound);
	}

	private String bound(String text, boolean kept) {
		this.withinBounds &= kept;
		return ((kept) ? "bound " : "EXCEEDS ") + text;
	}

}
