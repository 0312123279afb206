/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The cost of a tick for its process, without the job: the time of the call, in which the
 * start and the end of the tick are written. Measured on one thread.
 *
 * @param medianNanos the median time of a call
 * @param longestNanos the longest time
 * @param executed the number of calls that ran the job
 */
record TickCost(long medianNanos, long longestNanos, long executed) {

	private static final int WARM_UP = 10;

	/** The number of measured ticks. */
	static final int TICKS = 30;

	/** The number of all ticks, including the warm-up. */
	static final int ALL = WARM_UP + TICKS;

	static TickCost of(Candidate candidate) {
		for (int i = 0; i < WARM_UP; i++) {
			awaitSecond();
			candidate.tick();
		}
		long before = candidate.ticks();
		long[] times = new long[TICKS];
		for (int i = 0; i < TICKS; i++) {
			awaitSecond();
			long began = System.nanoTime();
			candidate.tick();
			times[i] = System.nanoTime() - began;
		}
		Arrays.sort(times);
		return new TickCost(times[TICKS / 2], times[TICKS - 1], candidate.ticks() - before);
	}

	/** Waits until shortly after the next tick. */
	private static void awaitSecond() {
		long next = System.currentTimeMillis() / 1000 * 1000 + 1010;
		for (long left = next - System.currentTimeMillis(); left > 0; left = next - System.currentTimeMillis()) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(left));
		}
	}

}
