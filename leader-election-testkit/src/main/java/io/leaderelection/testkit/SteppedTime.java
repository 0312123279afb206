/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;

/**
 * The time of this process, which can be stepped forward, for a store that runs on real
 * threads against a real server.
 */
public final class SteppedTime implements TimeSystem {

	private static final TimeSystem SYSTEM = TimeSystem.system();

	private final AtomicLong ahead = new AtomicLong();

	private final Ticker own;

	/** Creates a time whose ticker runs at the pace of this process. */
	public SteppedTime() {
		this(1);
	}

	/**
	 * Creates a time whose ticker runs slower, so that no lease expires by accident on a
	 * busy machine.
	 * @param slower how many times slower it runs than this process
	 */
	public SteppedTime(int slower) {
		this(() -> SYSTEM.ticker().nanos() / slower);
	}

	private SteppedTime(Ticker own) {
		this.own = own;
	}

	/**
	 * Creates a time whose ticker only moves by steps, and overflows in the first second:
	 * leases expire only by steps.
	 * @return the time
	 */
	public static SteppedTime still() {
		return new SteppedTime(() -> Long.MAX_VALUE - 1_000_000_000L);
	}

	/**
	 * Steps the ticker forward.
	 * @param duration the length of the step
	 */
	public void step(Duration duration) {
		this.ahead.addAndGet(duration.toNanos());
	}

	@Override
	public Ticker ticker() {
		return () -> this.own.nanos() + this.ahead.get();
	}

	@Override
	public WallClock wallClock() {
		return SYSTEM.wallClock();
	}

	@Override
	public Scheduler scheduler(String threadName) {
		return SYSTEM.scheduler(threadName);
	}

	@Override
	public WorkerPool workers(String threadName, int threads) {
		return SYSTEM.workers(threadName, threads);
	}

}
