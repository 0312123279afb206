/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.time.Ticker;

/**
 * A monotonic clock that a test moves. Safe to use from any thread.
 */
public final class ManualTicker implements Ticker {

	private final AtomicLong nanos;

	/**
	 * Creates a ticker.
	 * @param start the first reading in nanoseconds; close to {@link Long#MAX_VALUE} to
	 * test code with an overflow
	 */
	public ManualTicker(long start) {
		this.nanos = new AtomicLong(start);
	}

	@Override
	public long nanos() {
		return this.nanos.get();
	}

	/**
	 * Moves only this clock and runs no task, as if the wall clock was set back.
	 * @param by the duration; not negative
	 * @throws IllegalArgumentException if negative
	 */
	public void advance(Duration by) {
		if (by.isNegative()) {
			throw new IllegalArgumentException("A ticker never goes back, so not by " + by);
		}
		this.nanos.addAndGet(by.toNanos());
	}

}
