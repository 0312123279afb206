/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.leaderelection.protocol.ElectionTiming;

/**
 * Puts a store under the load of many elections or many processes at default timings, and
 * restarts its server. Small processes: compiled simply, so that many can start.
 */
final class Load {

	private static final ElectionTiming TIMING = ElectionTiming.builder().build();

	private static final String SIMPLE = "-XX:TieredStopAtLevel=1";

	private static final String SAMPLES = "-D" + Instance.SAMPLE_MICROS + "=50000";

	private static final String LARGE_HEAP = "-Xmx256m";

	private static final String SMALL_HEAP = "-Xmx48m";

	private static final long SETTLE_SECONDS = 6;

	/** How long a restarted server is observed. */
	private static final long AFTERWARDS_SECONDS = 10;

	private final Stage stage;

	private final Figures figures;

	private final int elections;

	private final int processes;

	private final Duration window;

	private final Duration down;

	Load(Stage stage, Arguments arguments, Figures figures) {
		this.stage = stage;
		this.figures = figures;
		this.elections = arguments.elections(2000).get(0);
		this.processes = arguments.number("processes", 60);
		this.window = arguments.duration("window", "30s");
		this.down = arguments.duration("down", "20s");
	}

	/** One process has many elections. */
	void oneProcess() throws Exception {
		start(1, LARGE_HEAP, Instance.PREFIX + " " + this.elections);
		measure(this.elections, this.elections);
	}

	/** Each of many processes has an election of its own. */
	void own() throws Exception {
		start(this.processes, SMALL_HEAP, "own" + Stage.NUMBER + " 1");
		measure(1, this.processes);
	}

	/** Many processes contend for one election. */
	void shared() throws Exception {
		start(this.processes, SMALL_HEAP, "shared 1");
		measure(1, 1);
	}

	private void start(int number, String heap, String joined) throws IOException, InterruptedException {
		if (!this.stage.store().hasBounds()) {
			throw new IllegalStateException("No bounds of the load of this store are known");
		}
		this.stage.startMany(number, heap, SIMPLE, SAMPLES, "-D" + Instance.JOIN + "=" + joined);
	}

	private void measure(int ofEach, int all) throws InterruptedException {
		long began = System.nanoTime();
		this.stage.awaitLed(all);
		this.figures.print("  %d processes, %d elections, all led after %.1f s", this.stage.instances().size(), all,
				(System.nanoTime() - began) / 1e9);
		steady("before", all);
		restart(ofEach, all);
		steady("afterwards", all);
	}

	/** Observes the processes during normal operation. */
	private void steady(String when, int all) throws InterruptedException {
		TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
		takeFigures();
		this.stage.takeRenewalMillis();
		double roundTrips = this.stage.roundTripsASecond(this.window);
		double[] renewals = this.stage.takeRenewalMillis();
		List<long[]> each = takeFigures();
		double interval = TIMING.renewInterval().toMillis() / 1e3;
		double p99 = Figures.quantile(renewals, 0.99);
		double oldest = each.stream().mapToLong((taken) -> taken[1]).max().orElseThrow() / 1e6;
		int led = this.stage.history().led();
		// A call takes less than a third of the interval, and starts after it
		this.figures.print(
				"  %s, %d s: %d led (%s); %d renewal calls, p50 %.1f ms, p99 %.1f ms (%s); the oldest %.2f s (%s)",
				when, this.window.toSeconds(), led, this.figures.bound("all", led == all), renewals.length,
				Figures.quantile(renewals, 0.5), p99, this.figures.atMost("%.0f ms", interval / 3 * 1e3, p99), oldest,
				this.figures.atMost("%.2f s", interval * 4 / 3, oldest));
		this.figures.print("    threads of a process %d; connections %d; round trips a second %.1f",
				each.stream().mapToLong((taken) -> taken[0]).max().orElseThrow(),
				this.stage.instances()
					.stream()
					.mapToInt((instance) -> Objects.requireNonNull(instance.proxy()).connections())
					.sum(),
				roundTrips);
	}

	/** Returns threads and the oldest renewal of each process, since the last call. */
	private List<long[]> takeFigures() throws InterruptedException {
		List<long[]> taken = new ArrayList<>();
		for (InstanceProcess instance : this.stage.instances()) {
			taken.add(instance.ask("figures", "figures"));
		}
		return taken;
	}

	/** Kills the server, and starts it again. */
	private void restart(int ofEach, int all) throws InterruptedException {
		long ended = System.nanoTime();
		this.stage.server().kill();
		Thread.sleep(this.down.toMillis());
		int ledMeanwhile = this.stage.history().led();
		long back = System.nanoTime();
		this.stage.server().start();
		long answered = System.nanoTime();
		this.stage.awaitLed(all);
		double recovery = (System.nanoTime() - answered) / 1e9;
		long left = answered + TimeUnit.SECONDS.toNanos(AFTERWARDS_SECONDS) - System.nanoTime();
		TimeUnit.NANOSECONDS.sleep(Math.max(0, left));
		this.figures.print("  restart, away %d s: %d led meanwhile, answers after %.1f s, all led %.1f s later",
				this.down.toSeconds(), ledMeanwhile, (answered - back) / 1e9, recovery);
		int connections = this.stage.store().attemptsASecond(TIMING, ofEach);
		print("connections, from its end on", ended, (traffic) -> traffic.connections(ended), connections);
		print("connections, from its start on", back, (traffic) -> traffic.connections(back), connections);
		print("requests, from its start on", back, (traffic) -> traffic.requests(back),
				this.stage.store().requestsASecond(TIMING, ofEach));
	}

	private void print(String what, long since, Function<Traffic, long[]> moments, int bound) {
		double seconds = (System.nanoTime() - since) / 1e9;
		List<long[]> ofEach = this.stage.instances()
			.stream()
			.map((instance) -> moments.apply(Objects.requireNonNull(instance.traffic())))
			.toList();
		long second = TimeUnit.SECONDS.toNanos(1);
		int ofOne = ofEach.stream().mapToInt((each) -> Traffic.peak(each, second)).max().orElseThrow();
		long[] all = Traffic.together(ofEach);
		this.figures.print(
				"    %s: %d in %.1f s, %.1f a second; at most %d within 100 ms, %d within a second, "
						+ "%d within a second by one process (%s)",
				what, all.length, seconds, all.length / seconds, Traffic.peak(all, second / 10),
				Traffic.peak(all, second), ofOne, this.figures.atMost("%.0f", bound, ofOne));
	}

}
