/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.leaderelection.benchmarks.load.LoadStore;
import io.leaderelection.protocol.ElectionTiming;

/**
 * The scenarios, measured on one store.
 */
final class DistributionScenarios {

	private static final ElectionTiming TIMING = ElectionTiming.builder().build();

	private static final double PREEMPT_AFTER = TIMING.lease().toMillis() / 1e3;

	private static final double RENEW = TIMING.renewInterval().toMillis() / 1e3;

	private static final Duration PATIENCE = Duration.ofMinutes(4);

	private static final int PREFERRED = 10;

	private static final int ROUNDS = 3;

	private final LoadStore store;

	private final DistributionArguments arguments;

	private final Path logs;

	private final Consumer<DistributionFigure> out;

	DistributionScenarios(LoadStore store, DistributionArguments arguments, Path logs,
			Consumer<DistributionFigure> out) {
		this.store = store;
		this.arguments = arguments;
		this.logs = logs;
		this.out = out;
	}

	private DistributionStage stage() throws Exception {
		return new DistributionStage(this.store, this.arguments.spreadDelay(), this.logs);
	}

	/** Starts two more instances, then waits, kills one and restarts all in turn. */
	void spread() throws Exception {
		int elections = this.arguments.elections();
		try (DistributionStage stage = stage()) {
			even(stage, elections, 4);
			quiet(stage, "handovers in " + text(this.arguments.quiet()) + " of quiet once even");
			afterKill(stage, elections);
			long added = stage.add(SpreadCandidate.SPREAD, elections);
			this.out.accept(even("it is back: even again", stage, elections, added, 4));
			rollingRestart(stage, elections);
			overlaps(stage);
		}
	}

	/** Starts two more instances while one leads many elections. */
	void many() throws Exception {
		try (DistributionStage stage = stage()) {
			even(stage, this.arguments.many(), 20 - PREEMPT_AFTER / RENEW);
			overlaps(stage);
		}
	}

	private void even(DistributionStage stage, int elections, double intervals) throws Exception {
		stage.add(SpreadCandidate.SPREAD, elections);
		stage.awaitLed(stage.instances().get(0), elections);
		SpreadInstance second = stage.open(0);
		SpreadInstance third = stage.open(0);
		second.join(SpreadCandidate.SPREAD, elections);
		third.join(SpreadCandidate.SPREAD, elections);
		second.start();
		long began = third.start();
		this.out.accept(even(elections + " elections led by the first, two more start: even", stage, elections, began,
				intervals));
	}

	private DistributionFigure even(String what, DistributionStage stage, int elections, long began, double intervals)
			throws InterruptedException {
		long even = stage.awaitEven(elections, PATIENCE);
		String more = ", " + stage.counts() + " with " + stage.history().begun(began, System.nanoTime()) + " handovers";
		return DistributionFigure.seconds(what, (even != SampledTerm.OPEN) ? even - began : even, more,
				firstBid() + intervals * RENEW);
	}

	/** Seconds from the start of an instance to its first bid. */
	private double firstBid() {
		return Math.max(PREEMPT_AFTER, this.arguments.spreadDelay().toMillis() / 1e3);
	}

	private void quiet(DistributionStage stage, String what) throws InterruptedException {
		long began = System.nanoTime();
		Thread.sleep(this.arguments.quiet().toMillis());
		this.out.accept(DistributionFigure.number(what, stage.history().begun(began, System.nanoTime()), "", 0));
	}

	private void afterKill(DistributionStage stage, int elections) throws InterruptedException {
		SpreadInstance last = stage.instances().get(stage.instances().size() - 1);
		long killed = stage.kill(last);
		long even = stage.awaitEven(elections, PATIENCE);
		// Another instance leads one of its elections, so its lease has ended by then
		long ended = stage.history()
			.terms()
			.stream()
			.mapToLong(SampledTerm::from)
			.filter((from) -> from > killed)
			.min()
			.orElse(killed);
		String more = String.format(Locale.ROOT, ", the lease ended %.1f s after the signal, %s with %d changes",
				(ended - killed) / 1e9, stage.counts(), stage.history().begun(killed, System.nanoTime()));
		this.out.accept(DistributionFigure.seconds("SIGKILL of one: even again, from the lease's end",
				(even != SampledTerm.OPEN) ? even - ended : even, more, PREEMPT_AFTER + 6 * RENEW));
	}

	private void rollingRestart(DistributionStage stage, int elections) throws Exception {
		List<List<SpreadInstance>> slots = new ArrayList<>();
		stage.instances().forEach((instance) -> slots.add(new ArrayList<>(List.of(instance))));
		long lead = TimeUnit.SECONDS.toNanos(10);
		long began = System.nanoTime();
		List<Long> restarts = new ArrayList<>();
		for (List<SpreadInstance> slot : slots) {
			restarts.add(System.nanoTime());
			stage.shutDown(slot.get(0));
			stage.add(SpreadCandidate.SPREAD, elections);
			slot.add(stage.instances().get(stage.instances().size() - 1));
			Thread.sleep(this.arguments.pause().toMillis());
		}
		stage.awaitEven(elections, PATIENCE);
		long until = System.nanoTime();
		this.out.accept(DistributionFigure.number("rolling restart of three: handovers per election",
				stage.history().begun(began, until) / (double) elections, ", " + stage.counts(), 3));
		Path picture = this.arguments.picture();
		if (picture != null) {
			RollingRestartChart chart = new RollingRestartChart(this.store.title(), elections, began - lead, until);
			slots.forEach(
					(slot) -> chart.add(slot.stream().map(SpreadInstance::number).toList(), stage.history().changes()));
			Files.writeString(picture, chart.toSvg(restarts));
		}
	}

	/** Stops and restarts an instance of higher priority. */
	void preferred() throws Exception {
		try (DistributionStage stage = stage()) {
			SpreadInstance preferred = contend(stage, 10);
			stage.awaitLed(preferred, PREFERRED);
			SpreadInstance other = contend(stage, 0);
			long longest = 0;
			for (int round = 0; round < ROUNDS; round++) {
				stage.shutDown(preferred);
				stage.awaitLed(other, PREFERRED);
				preferred = stage.open(10);
				preferred.join(SpreadCandidate.PREFERRED, PREFERRED);
				long began = preferred.start();
				stage.awaitLed(preferred, PREFERRED);
				long last = stage.history().terms().stream().mapToLong(SampledTerm::from).max().orElseThrow();
				longest = Math.max(longest, last - began);
			}
			this.out.accept(DistributionFigure.seconds("a preferred instance comes back: it leads again", longest,
					" (the last of " + PREFERRED + " elections, the longest of " + ROUNDS + " rounds)",
					PREEMPT_AFTER + 2 * RENEW));
			overlaps(stage);
		}
	}

	private static SpreadInstance contend(DistributionStage stage, int priority)
			throws IOException, InterruptedException {
		SpreadInstance instance = stage.open(priority);
		instance.join(SpreadCandidate.PREFERRED, PREFERRED);
		instance.start();
		return instance;
	}

	/** Measures the round trips of bids after the elections are balanced. */
	void roundTrips() throws Exception {
		int elections = this.arguments.wire();
		double without;
		try (DistributionStage stage = stage()) {
			leadThirds(stage, elections);
			without = roundTrips(stage);
		}
		double with;
		try (DistributionStage stage = stage()) {
			for (int i = 0; i < 3; i++) {
				stage.add(SpreadCandidate.SPREAD, elections);
			}
			stage.awaitEven(elections, PATIENCE);
			with = roundTrips(stage);
		}
		String more = String.format(Locale.ROOT, " times: %.2f with, %.2f without", with, without);
		this.out.accept(DistributionFigure.number(
				"round trips a second of an instance, " + elections + " elections, with spread",
				Math.rint(100 * with / without) / 100, more, 2));
	}

	/** Lets each instance lead a third, by letting it contend for that third first. */
	private static void leadThirds(DistributionStage stage, int elections) throws Exception {
		int[] thirds = { elections / 3, elections / 3, elections - elections / 3 * 2 };
		for (int i = 0; i < 3; i++) {
			SpreadInstance instance = stage.open(0);
			instance.join("plain" + i, thirds[i]);
			instance.start();
			stage.awaitLed(instance, thirds[i]);
		}
		for (int i = 0; i < 3; i++) {
			stage.instances().get(i).join("plain" + (i + 1) % 3, thirds[(i + 1) % 3]);
			stage.instances().get(i).join("plain" + (i + 2) % 3, thirds[(i + 2) % 3]);
		}
	}

	/** Counts the round trips of one instance. */
	private double roundTrips(DistributionStage stage) throws InterruptedException {
		// Excludes what is read and compiled only at the beginning
		Thread.sleep(2 * TIMING.lease().toMillis());
		long before = stage.instances().stream().mapToLong(SpreadInstance::roundTrips).sum();
		Thread.sleep(this.arguments.window().toMillis());
		long after = stage.instances().stream().mapToLong(SpreadInstance::roundTrips).sum();
		return (after - before) / (this.arguments.window().toMillis() / 1e3) / stage.instances().size();
	}

	/** Runs a long guarded call on every election while two more instances start. */
	void calls() throws Exception {
		int elections = this.arguments.elections();
		try (DistributionStage stage = stage()) {
			stage.add(SpreadCandidate.SPREAD, elections);
			SpreadInstance first = stage.instances().get(0);
			stage.awaitLed(first, elections);
			int calls = first.call(this.arguments.call());
			long began = System.nanoTime();
			stage.add(SpreadCandidate.SPREAD, elections);
			stage.add(SpreadCandidate.SPREAD, elections);
			int interrupted = first.awaitCalled();
			long ended = began + this.arguments.call().toNanos();
			int handovers = stage.history().begun(began, ended - TimeUnit.SECONDS.toNanos(1));
			long even = stage.awaitEven(elections, PATIENCE);
			long reports = first.log().lines().filter((line) -> line.contains("without a guarded call")).count();
			String more = String.format(Locale.ROOT, " of %d calls; %d bids reported as waiting; even %s after", calls,
					reports,
					(even != SampledTerm.OPEN) ? String.format(Locale.ROOT, "%.1f s", (even - ended) / 1e9) : "not");
			this.out.accept(DistributionFigure.number(
					text(this.arguments.call()) + " guarded call on each election: interrupted or handed over",
					interrupted + handovers, more, 0));
			overlaps(stage);
		}
	}

	private static String text(Duration duration) {
		return duration.toSeconds() + " s";
	}

	private void overlaps(DistributionStage stage) {
		this.out.accept(DistributionFigure.number("overlaps in the histories of all", stage.history().overlaps(),
				" in " + stage.history().terms().size() + " terms; ended by " + stage.history().causes(), 0));
	}

}
