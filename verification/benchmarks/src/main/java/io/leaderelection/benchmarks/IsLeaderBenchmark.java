/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures {@code isLeader()}, compared with one read of the clock. Run it with {@code
 * -prof gc} to verify that it allocates nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class IsLeaderBenchmark {

	private @Nullable ElectionEngine engine;

	private @Nullable LeaderElection leading;

	@Setup
	public void start() throws InterruptedException {
		InMemoryLeaseStoreFactory factory = new InMemoryLeaseStoreFactory(WallClock.system());
		ElectionEngine engine = ElectionEngineBuilder.of(factory.open(), factory.traits()).build();
		LeaderElection leading = engine.join("billing").election();
		engine.start();
		while (!leading.isLeader()) {
			leading.awaitLeader(Duration.ofSeconds(10));
		}
		this.engine = engine;
		this.leading = leading;
	}

	@TearDown
	public void stop() {
		if (this.engine != null) {
			this.engine.close();
		}
	}

	/** Reads the clock once. */
	@Benchmark
	public long nanoTime() {
		return System.nanoTime();
	}

	/** Calls {@code isLeader()} once. */
	@Benchmark
	public boolean isLeader() {
		return this.leading != null && this.leading.isLeader();
	}

	/** Enters and leaves guarded work. */
	@Benchmark
	public boolean enterAndLeave() {
		GuardedCall call = (this.leading != null) ? this.leading.tryEnter(OnLoss.INTERRUPT) : null;
		if (call == null) {
			return false;
		}
		call.close();
		return true;
	}

}
