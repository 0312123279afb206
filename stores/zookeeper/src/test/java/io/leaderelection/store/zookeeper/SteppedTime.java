/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;

import io.leaderelection.testkit.ManualTicker;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;

/**
 * The time of this process with a ticker that tests step. Leases expire only by that
 * ticker.
 */
final class SteppedTime implements TimeSystem {

	private final ManualTicker ticker = new ManualTicker(Long.MAX_VALUE - 1_000_000_000L);

	void step(Duration by) {
		this.ticker.advance(by);
	}

	@Override
	public Ticker ticker() {
		return this.ticker;
	}

	@Override
	public WallClock wallClock() {
		return TimeSystem.system().wallClock();
	}

	@Override
	public Scheduler scheduler(String threadName) {
		return TimeSystem.system().scheduler(threadName);
	}

	@Override
	public WorkerPool workers(String threadName, int threads) {
		return TimeSystem.system().workers(threadName, threads);
	}

}
