/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.servers.Loopback;

/**
 * How fast bids balance elections over instances, at default timings. Each instance is
 * behind a proxy that counts.
 */
final class Distribution {

	private static final ElectionTiming TIMING = ElectionTiming.builder().build();

	private static final double PREEMPT_AFTER = TIMING.lease().toMillis() / 1e3;

	private static final double RENEW = TIMING.renewInterval().toMillis() / 1e3;

	private static final long PATIENCE_MILLIS = 240_000;

	/** How long a state must last before it counts as final. */
	private static final long STABLE_SECONDS = 10;

	/** The time between the restarts of a rolling restart. */
	private static final long RESTART_SECONDS = 40;

	private final Stage stage;

	private final Arguments arguments;

	private final Figures figures;

	Distribution(Stage stage, Arguments arguments, Figures figures) {
		this.stage = stage;
		this.arguments = arguments;
		this.figures = figures;
	}

	/** Starts two more instances, then waits, kills one and restarts all in turn. */
	void spread() throws Exception {
		int elections = this.arguments.elections(99).get(0);
		startTwoMore(elections, 4);
		quiet();
		afterKill(elections);
		InstanceProcess added = startSpread(1, elections);
		even("it is back: even again", elections, added, 4);
		rollingRestart(elections);
		overlaps();
	}

	/** Starts two more instances while one leads many elections. */
	void many() throws Exception {
		startTwoMore(this.arguments.elections(999).get(0), 20 - PREEMPT_AFTER / RENEW);
		overlaps();
	}

	/** Starts instances that contend, and returns the last of them. */
	private InstanceProcess start(int instances, boolean spread, String prefix, int elections)
			throws IOException, InterruptedException {
		return this.stage.startMany(instances, "-Xmx128m", "-XX:TieredStopAtLevel=1",
				"-D" + Instance.SAMPLE_MICROS + "=5000", "-D" + Instance.JOIN + "=" + prefix + " " + elections,
				"-Dleader-election.spread=" + spread, "-Dleader-election.spread-delay=0s");
	}

	private InstanceProcess startSpread(int instances, int elections) throws IOException, InterruptedException {
		return start(instances, true, Instance.PREFIX, elections);
	}

	private void startTwoMore(int elections, double intervals) throws Exception {
		this.stage.awaitLed(startSpread(1, elections), elections);
		InstanceProcess third = startSpread(2, elections);
		even(elections + " elections led by the first, two more start: even", elections, third, intervals);
	}

	private void even(String what, int elections, InstanceProcess last, double intervals) {
		long even = awaitEven(elections);
		seconds(what, last.ready(), even, text("%s with %d handovers", this.stage.counts(), begunSince(last.ready())),
				PREEMPT_AFTER + intervals * RENEW);
	}

	/**
	 * Waits until the elections are balanced and nothing has changed for ten seconds.
	 * @return since when each instance leads its share, give or take one, or
	 * {@link History#OPEN} if that never happened
	 */
	private long awaitEven(int elections) {
		History history = this.stage.history();
		List<Integer> numbers = this.stage.instances().stream().map(InstanceProcess::number).toList();
		Loopback.await(PATIENCE_MILLIS, () -> {
			long until = System.nanoTime();
			return history.begun(until - TimeUnit.SECONDS.toNanos(STABLE_SECONDS), until) == 0
					&& history.evenSince(numbers, elections, 1) != History.OPEN;
		});
		return history.evenSince(numbers, elections, 1);
	}

	private int begunSince(long stamp) {
		return this.stage.history().begun(stamp, System.nanoTime());
	}

	private void quiet() throws InterruptedException {
		Duration quiet = this.arguments.duration("quiet", "60s");
		long began = System.nanoTime();
		Thread.sleep(quiet.toMillis());
		number("handovers in " + quiet.toSeconds() + " s of quiet once even", begunSince(began), "", 0);
	}

	private void afterKill(int elections) throws InterruptedException {
		long killed = this.stage.kill(this.stage.instances().get(this.stage.instances().size() - 1));
		long even = awaitEven(elections);
		// Another instance leads one of its elections, so its lease has ended by then
		long ended = this.stage.history()
			.terms()
			.stream()
			.mapToLong(History.Term::from)
			.filter((from) -> from > killed)
			.min()
			.orElse(killed);
		seconds("SIGKILL of one: even again, from the lease's end", ended, even,
				text("the lease ended %.1f s after the signal, %s with %d changes", (ended - killed) / 1e9,
						this.stage.counts(), begunSince(killed)),
				PREEMPT_AFTER + 6 * RENEW);
	}

	private void rollingRestart(int elections) throws Exception {
		long began = System.nanoTime();
		for (InstanceProcess instance : List.copyOf(this.stage.instances())) {
			this.stage.shutDown(instance);
			startSpread(1, elections);
			TimeUnit.SECONDS.sleep(RESTART_SECONDS);
		}
		awaitEven(elections);
		number("rolling restart of three: handovers per election", begunSince(began) / (double) elections,
				", " + this.stage.counts(), 3);
	}

	/** Measures the round trips of bids after the elections are balanced. */
	void roundTrips() throws Exception {
		int elections = this.arguments.elections(1000).get(0);
		leadThirds(elections);
		double without = roundTripsOfOne();
		for (InstanceProcess instance : List.copyOf(this.stage.instances())) {
			this.stage.shutDown(instance);
		}
		for (int i = 0; i < 3; i++) {
			startSpread(1, elections);
		}
		awaitEven(elections);
		double with = roundTripsOfOne();
		number("round trips a second of an instance, " + elections + " elections, with spread",
				Math.rint(100 * with / without) / 100, text(" times: %.2f with, %.2f without", with, without), 2);
	}

	/** Lets each instance lead a third, by letting it contend for that third first. */
	private void leadThirds(int elections) throws Exception {
		int[] thirds = { elections / 3, elections / 3, elections - elections / 3 * 2 };
		for (int i = 0; i < 3; i++) {
			this.stage.awaitLed(start(1, false, "third" + i, thirds[i]), thirds[i]);
		}
		for (int i = 0; i < 3; i++) {
			for (int other : new int[] { (i + 1) % 3, (i + 2) % 3 }) {
				this.stage.instances().get(i).send("join third" + other + " " + thirds[other]);
			}
		}
	}

	private double roundTripsOfOne() throws InterruptedException {
		// Excludes what is read and compiled only at the beginning
		Thread.sleep(2 * TIMING.lease().toMillis());
		return this.stage.roundTripsASecond(this.arguments.duration("window", "60s")) / this.stage.instances().size();
	}

	private void overlaps() {
		number("overlaps in the histories of all", this.stage.history().overlaps(),
				" in " + this.stage.history().terms().size() + " terms", 0);
	}

	private void seconds(String what, long from, long until, String more, double bound) {
		double seconds = (until != History.OPEN) ? (until - from) / 1e9 : Double.POSITIVE_INFINITY;
		this.figures.print("  %-66s %.1f s (%s), %s", what, seconds, this.figures.atMost("%.0f s", bound, seconds),
				more);
	}

	private void number(String what, double value, String more, double bound) {
		this.figures.print("  %-66s %.2f (%s)%s", what, value, this.figures.atMost("%.0f", bound, value), more);
	}

	@SuppressWarnings("AnnotateFormatMethod")
	private static String text(String format, Object... values) {
		return String.format(Locale.ROOT, format, values);
	}

}
