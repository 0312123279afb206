/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;

/**
 * The time of this process, with steps ahead.
 */
final class SteppedTime implements TimeSystem {

	private final TimeSystem system = TimeSystem.system();

	private final AtomicLong ahead = new AtomicLong();

	void step(Duration duration) {
		this.ahead.addAndGet(duration.toNanos());
	}

	@Override
	public Ticker ticker() {
		return () -> this.system.ticker().nanos() + this.ahead.get();
	}

	@Override
	public WallClock wallClock() {
		return this.system.wallClock();
	}

	@Override
	public Scheduler scheduler(String threadName) {
		return this.system.scheduler(threadName);
	}

	@Override
	public WorkerPool workers(String threadName, int threads) {
		return this.system.workers(threadName, threads);
	}

}
