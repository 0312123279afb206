/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;

/**
 * Arithmetic on nanoseconds that never overflows.
 */
final class Durations {

	/** Far enough for any lease; leaves room to add. */
	private static final long LONGEST = Duration.ofDays(36_500).toNanos();

	private Durations() {
	}

	/**
	 * The length of a duration a store answered, which is untrusted.
	 */
	static long nanos(Duration duration) {
		if (duration.isNegative()) {
			return 0;
		}
		return (duration.compareTo(Duration.ofNanos(LONGEST)) < 0) ? duration.toNanos() : LONGEST;
	}

	static long add(long at, long nanos) {
		long sum = at + nanos;
		return (sum < at && nanos > 0) ? Long.MAX_VALUE - 1 : sum;
	}

}
