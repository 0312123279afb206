/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.leaderelection.time.Ticker;
import io.leaderelection.time.WallClock;

/**
 * Tells how long it is until an instant of the wall clock, and lets no step of that clock
 * make it longer: once an instant was seen, the ticker bounds what remains of it.
 */
final class Countdowns {

	private final WallClock clock;

	private final Ticker ticker;

	private final Map<String, Sighting> sightings = new ConcurrentHashMap<>();

	Countdowns(WallClock clock, Ticker ticker) {
		this.clock = clock;
		this.ticker = ticker;
	}

	/**
	 * How long until an instant.
	 * @param what identifies what comes to an end then
	 * @param instant milliseconds of the wall clock
	 * @param longest how much it can be at most, in milliseconds
	 * @return milliseconds, not negative
	 */
	long remaining(String what, long instant, long longest) {
		long left = Math.min(instant - this.clock.millis(), longest);
		long nanos = this.ticker.nanos();
		Sighting sighting = this.sightings.compute(what,
				(key, former) -> (former != null && former.instant() == instant) ? former
						: new Sighting(instant, nanos, left));
		long elapsed = TimeUnit.NANOSECONDS.toMillis(nanos - sighting.nanos());
		return Math.max(0, Math.min(left, sighting.left() - elapsed));
	}

	/**
	 * The first look at an instant.
	 */
	private record Sighting(long instant, long nanos, long left) {
	}

}
