/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The time of a call of a guarded method in the process that may run it, measured on one
 * thread.
 *
 * @param medianNanos the median time of a call
 * @param percentile99Nanos the 99th percentile of the time
 * @param executed the number of calls that ran the method
 */
record GuardedCallCost(long medianNanos, long percentile99Nanos, long executed) {

	private static final int WARM_UP = 2000;

	private static final int CALLS = 5000;

	static GuardedCallCost of(Candidate candidate) {
		AtomicLong executed = new AtomicLong();
		for (int i = 0; i < WARM_UP; i++) {
			candidate.callGuarded(executed::incrementAndGet);
		}
		executed.set(0);
		long[] times = new long[CALLS];
		for (int i = 0; i < CALLS; i++) {
			long before = System.nanoTime();
			candidate.callGuarded(executed::incrementAndGet);
			times[i] = System.nanoTime() - before;
		}
		Arrays.sort(times);
		return new GuardedCallCost(times[CALLS / 2], times[CALLS * 99 / 100], executed.get());
	}

}
