/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.TimeUnit;

import io.leaderelection.work.tick.Moments;
import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickLane;
import io.leaderelection.work.tick.TickPolicy;
import io.leaderelection.work.tick.TickRules;
import io.leaderelection.work.tick.TickView;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import org.springframework.scheduling.support.CronExpression;

/**
 * Measures how long a leader takes to check a job. Compares a job that last ran a year
 * ago, so that its latest tick must be found, with one that has just run.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class TickBenchmark {

	private static final TickPolicy POLICY = new TickPolicy(true, null, true, 3);

	/** Every second, every night, once a year, and every leap day. */
	@Param({ "* * * * * *", "0 30 2 * * *", "0 0 0 1 1 *", "0 0 0 29 2 *" })
	private String cron = "";

	private TickLane lane = lane((after) -> after);

	private TickView justRun = view(Instant.EPOCH, Instant.EPOCH);

	private TickView aYearAgo = this.justRun;

	@Setup
	public void start() {
		CronExpression expression = CronExpression.parse(this.cron);
		this.lane = lane((after) -> {
			ZonedDateTime next = expression.next(after.atZone(ZoneOffset.UTC));
			return (next != null) ? next.toInstant() : null;
		});
		Instant now = Instant.parse("2026-11-22T12:34:56.789Z");
		this.justRun = view(now, now);
		this.aYearAgo = view(now, now.minus(Duration.ofDays(365)));
	}

	private static TickLane lane(Moments moments) {
		return new TickLane(new TickRules(moments, TickEntry.hash("benchmark"), POLICY), (outcome, number) -> {
		});
	}

	private static TickView view(Instant now, Instant last) {
		return new TickView(now, Duration.ofHours(1), 2,
				new TickEntry(last, TickEntry.State.FINISHED, 1, 1, TickEntry.hash("benchmark")).text());
	}

	/** Checks a job that is not due. */
	@Benchmark
	public boolean ranJustNow() {
		return this.lane.isDue(() -> this.justRun, Duration.ZERO);
	}

	/** Checks a job after a year. */
	@Benchmark
	public boolean ranAYearAgo() {
		return this.lane.isDue(() -> this.aYearAgo, Duration.ZERO);
	}

}
