/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The delay before a failed task runs again: doubled with each failure up to a limit, and
 * random, so that tasks that failed together do not run together.
 */
final class TaskBackOff {

	static final Duration FIRST = Duration.ofSeconds(1);

	static final Duration LONGEST = Duration.ofMinutes(1);

	private int failures;

	/** A new term has begun. */
	void reset() {
		this.failures = 0;
	}

	/**
	 * Returns the delay after a failure.
	 * @param ran how long the task ran; after a long run the delay starts from the
	 * beginning
	 * @return the delay
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
