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
	 * The current reading.
	 * @return what {@link #millis()} says, as an instant
	 */
	public Instant instant() {
		return Instant.ofEpochMilli(millis());
	}

	/**
	 * Moves this clock alone and runs no task: a step, or a suspend of the host during
	 * which the ticker stood still.
	 * @param by how far; negative for a step back
	 */
	public void advance(Duration by) {
		this.nanos.addAndGet(by.toNanos());
	}

	/**
	 * Sets this clock alone and runs no task.
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
