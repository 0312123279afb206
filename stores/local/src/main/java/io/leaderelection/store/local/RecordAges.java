/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.leaderelection.time.Ticker;
import io.leaderelection.time.WallClock;

/**
 * Determines how long ago a record was written, by the machine's wall clock. From the
 * first reading on it also counts by the ticker, so that a step of the wall clock cannot
 * make a record younger.
 */
final class RecordAges {

	private final WallClock clock;

	private final Ticker ticker;

	private final Map<String, Sighting> sightings = new ConcurrentHashMap<>();

	RecordAges(WallClock clock, Ticker ticker) {
		this.clock = clock;
		this.ticker = ticker;
	}

	/**
	 * Returns the least time that has passed after a write.
	 * @param what identifies the record
	 * @param writtenAt when it was written, in milliseconds of the wall clock
	 * @return the time, not negative
	 */
	Duration of(String what, long writtenAt) {
		// Both readings are truncated to milliseconds, so up to one more may have passed
		long age = Math.max(0, this.clock.millis() - writtenAt - 1);
		long nanos = this.ticker.nanos();
		Sighting sighting = this.sightings.compute(what,
				(key, former) -> (former != null && former.writtenAt() == writtenAt) ? former
						: new Sighting(writtenAt, nanos, age));
		long since = TimeUnit.NANOSECONDS.toMillis(nanos - sighting.nanos());
		return Duration.ofMillis(Math.max(age, sighting.age() + since));
	}

	/**
	 * The first reading of a record.
	 */
	private record Sighting(long writtenAt, long nanos, long age) {
	}

}
