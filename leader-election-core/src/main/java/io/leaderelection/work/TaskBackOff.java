/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long a task that failed waits for its next try: twice as long after each failure,
 * up to a bound, and apart from what failed with it.
 */
final class TaskBackOff {

	static final Duration FIRST = Duration.ofSeconds(1);

	static final Duration LONGEST = Duration.ofMinutes(1);

	private int failures;

	/** A term begins anew. */
	void reset() {
		this.failures = 0;
	}

	/**
	 * After a failure.
	 * @param ran how long the task ran; one that ran for long starts over
	 * @return how long to wait
	 */
	Duration failed(Duration ran) {
		if (ran.compareTo(LONGEST) >= 0) {
			reset();
		}
		long factor = 1L << Math.min(this.failures++, 16);
		long longest = Math.min(LONGEST.toMillis(), factor * FIRST.toMillis());
		return Duration.ofMillis(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1));
	}

}
