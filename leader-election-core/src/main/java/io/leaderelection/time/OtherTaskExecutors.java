/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * A time system with other executors for long work.
 */
record OtherTaskExecutors(TimeSystem time, Function<String, Executor> executors) implements TimeSystem {

	@Override
	public Ticker ticker() {
		return this.time.ticker();
	}

	@Override
	public WallClock wallClock() {
		return this.time.wallClock();
	}

	@Override
	public Scheduler scheduler(String threadName) {
		return this.time.scheduler(threadName);
	}

	@Override
	public WorkerPool workers(String threadName, int threads) {
		return this.time.workers(threadName, threads);
	}

	@Override
	public Runnable keepProcessAlive(String threadName) {
		return this.time.keepProcessAlive(threadName);
	}

	@Override
	public Executor taskExecutor(String threadName) {
		return this.executors.apply(threadName);
	}

}
