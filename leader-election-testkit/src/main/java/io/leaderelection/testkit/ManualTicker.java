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
	 * see whether code survives an overflow
	 */
	public ManualTicker(long start) {
		this.nanos = new AtomicLong(start);
	}

	@Override
	public long nanos() {
		return this.nanos.get();
	}

	/**
	 * Moves this clock alone and runs no task: as if the wall clock had been stepped
	 * back.
	 * @param by how far; not negative
	 * @throws IllegalArgumentException if negative
	 */
	public void advance(Duration by) {
		if (by.isNegative()) {
			throw new IllegalArgumentException("A ticker never goes back, so not by " + by);
		}
		this.nanos.addAndGet(by.toNanos());
	}

}
