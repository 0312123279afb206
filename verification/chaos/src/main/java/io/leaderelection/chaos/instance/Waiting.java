/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.instance;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waits for a duration or a condition, unless the run is interrupted. Thread-safe.
 */
public final class Waiting {

	private static final Duration POLL = Duration.ofMillis(20);

	private final CountDownLatch end = new CountDownLatch(1);

	/**
	 * Ends all present and later waits.
	 */
	public void cutShort() {
		this.end.countDown();
	}

	/**
	 * Whether the run was interrupted.
	 * @return whether all waits have ended
	 */
	public boolean isCutShort() {
		return this.end.getCount() == 0;
	}

	/**
	 * Waits for a duration.
	 * @param duration the duration
	 * @throws InterruptedException if the run or the thread is interrupted
	 */
	public void pass(Duration duration) throws InterruptedException {
		if (this.end.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
			throw new InterruptedException("The run was interrupted");
		}
	}

	/**
	 * Waits until a condition is true.
	 * @param patience the longest time to wait
	 * @param condition the condition, evaluated repeatedly
	 * @return whether it is true
	 * @throws InterruptedException if the run or the thread is interrupted
	 */
	public boolean until(Duration patience, BooleanSupplier condition) throws InterruptedException {
		long end = System.nanoTime() + patience.toNanos();
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() - end > 0) {
				return false;
			}
			pass(POLL);
		}
		return true;
	}

}
