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
 * Waits for time to pass or for something to become true, unless the run is cut short.
 * For any thread.
 */
public final class Waiting {

	private static final Duration POLL = Duration.ofMillis(20);

	private final CountDownLatch end = new CountDownLatch(1);

	/**
	 * Ends all waiting, now and later.
	 */
	public void cutShort() {
		this.end.countDown();
	}

	/**
	 * Whether all waiting was ended.
	 * @return whether the run was cut short
	 */
	public boolean isCutShort() {
		return this.end.getCount() == 0;
	}

	/**
	 * Lets time pass.
	 * @param duration how long
	 * @throws InterruptedException if the run is cut short, or the thread interrupted
	 */
	public void pass(Duration duration) throws InterruptedException {
		if (this.end.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
			throw new InterruptedException("The run was cut short");
		}
	}

	/**
	 * Waits until something is true.
	 * @param patience how long at most
	 * @param condition asked again and again
	 * @return whether it is true
	 * @throws InterruptedException if the run is cut short, or the thread interrupted
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
