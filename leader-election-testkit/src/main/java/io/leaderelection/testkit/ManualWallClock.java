/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.time.WallClock;

/**
 * A wall clock that a test moves, forwards or back. Safe to use from any thread.
 */
public final class ManualWallClock implements WallClock {

	private final AtomicLong nanos;

	/**
	 * Creates a wall clock.
	 * @param start the first reading
	 */
	public ManualWallClock(Instant start) {
		this.nanos = new AtomicLong(toNanos(start));
	}

	@Override
	public long millis() {
		return Math.floorDiv(this.nanos.get(), TimeUnit.MILLISECONDS.toNanos(1));
	}

	/**
	 * Returns the current reading.
	 * @return the value of {@link #millis()} as an instant
	 */
	public Instant instant() {
		return Instant.ofEpochMilli(millis());
	}

	/**
	 * Moves only this clock and runs no task, as if the clock was set, or the host was
	 * suspended while the ticker stood still.
	 * @param by the duration; negative to set the clock back
	 */
	public void advance(Duration by) {
		this.nanos.addAndGet(by.toNanos());
	}

	/**
	 * Sets only this clock and runs no task.
	 * @param instant the new reading
	 */
	public void set(Instant instant) {
		this.nanos.set(toNanos(instant));
	}

	private static long toNanos(Instant instant) {
		return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), TimeUnit.SECONDS.toNanos(1)),
				instant.getNano());
	}

}
