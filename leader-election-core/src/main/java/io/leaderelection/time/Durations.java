/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.time.Duration;

/**
 * Arithmetic on nanoseconds that never overflows.
 */
public final class Durations {

	/** Longer than any lease, with room for additions. */
	private static final Duration LONGEST = Duration.ofDays(36_500);

	private Durations() {
	}

	/**
	 * Returns the nanoseconds of any duration, also of an invalid one.
	 * @param duration the duration
	 * @return the nanoseconds, not negative and small enough to be added to a ticker
	 */
	public static long nanos(Duration duration) {
		if (duration.isNegative()) {
			return 0;
		}
		return (duration.compareTo(LONGEST) < 0) ? duration.toNanos() : LONGEST.toNanos();
	}

	/**
	 * Returns a later moment.
	 * @param at a moment in nanoseconds
	 * @param nanos how much later; not negative
	 * @return the sum, or a moment that never comes
	 */
	public static long add(long at, long nanos) {
		long sum = at + nanos;
		return (sum < at && nanos > 0) ? Long.MAX_VALUE - 1 : sum;
	}

}
