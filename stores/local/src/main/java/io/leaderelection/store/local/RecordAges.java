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
 * Returns how long ago a record was written, by the machine's wall clock, and lets no
 * step of that clock make it younger: from the first look on, the ticker counts, too.
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
	 * How long ago something was written.
	 * @param what identifies it
	 * @param writtenAt when, in milliseconds of the wall clock
	 * @return the time that has passed at least, not negative
	 */
	Duration of(String what, long writtenAt) {
		// Both readings are cut off to the millisecond, so one may not have passed
		long age = Math.max(0, this.clock.millis() - writtenAt - 1);
		long nanos = this.ticker.nanos();
		Sighting sighting = this.sightings.compute(what,
				(key, former) -> (former != null && former.writtenAt() == writtenAt) ? former
						: new Sighting(writtenAt, nanos, age));
		long since = TimeUnit.NANOSECONDS.toMillis(nanos - sighting.nanos());
		return Duration.ofMillis(Math.max(age, sighting.age() + since));
	}

	/**
	 * The first look at a record.
	 */
	private record Sighting(long writtenAt, long nanos, long age) {
	}

}
