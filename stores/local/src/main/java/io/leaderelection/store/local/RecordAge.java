/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.leaderelection.time.Ticker;
import io.leaderelection.time.WallClock;

/**
 * Determines how long ago the record of an election was written, by the machine's wall
 * clock. From the first reading on it also counts by the ticker, so that a step of the
 * wall clock cannot make a record younger. Thread-safe.
 */
final class RecordAge {

	private final WallClock clock;

	private final Ticker ticker;

	/** Identifies the record that was read last; never negative in a record. */
	private long writtenAt = -1;

	/** The age of that record, in milliseconds, when it was read first. */
	private long firstAge;

	/** The ticker value, in nanoseconds, when it was read first. */
	private long firstReadAt;

	RecordAge(WallClock clock, Ticker ticker) {
		this.clock = clock;
		this.ticker = ticker;
	}

	/**
	 * Returns the least time that has passed after a write.
	 * @param writtenAt when the record was written, in milliseconds of the wall clock
	 * @return the time, not negative
	 */
	synchronized Duration of(long writtenAt) {
		// Both readings are truncated to milliseconds, so up to one more may have passed
		long age = Math.max(0, this.clock.millis() - writtenAt - 1);
		long now = this.ticker.nanos();
		if (this.writtenAt != writtenAt) {
			this.writtenAt = writtenAt;
			this.firstAge = age;
			this.firstReadAt = now;
		}
		long since = TimeUnit.NANOSECONDS.toMillis(now - this.firstReadAt);
		return Duration.ofMillis(Math.max(age, this.firstAge + since));
	}

}
