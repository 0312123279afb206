/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import io.leaderelection.time.Ticker;

/**
 * Limits how long one call repeats commands for locked rows. Another candidate locks a
 * row only briefly, but a foreign transaction may never unlock it.
 */
final class LockRetries {

	private static final Duration LONGEST_PAUSE = Duration.ofMillis(32);

	private static final Duration LONGEST = Duration.ofMillis(150);

	private static final int FEWEST = 3;

	private final Ticker ticker;

	private final long budget;

	private long began;

	private int attempts;

	private long pause = Duration.ofMillis(1).toNanos();

	/**
	 * Creates the limit. Time counts from the first pause.
	 * @param ticker the clock
	 * @param timeout the timeout of the call, of which at most a quarter is spent
	 */
	LockRetries(Ticker ticker, Duration timeout) {
		this.ticker = ticker;
		this.budget = Math.min(timeout.toNanos() / 4, LONGEST.toNanos());
	}

	/** Returns whether another attempt would exceed the limit. */
	boolean isOver() {
		return this.attempts >= FEWEST && this.ticker.nanos() + this.pause - this.began > this.budget;
	}

	/**
	 * Waits before another attempt, longer each time, and at random so that contenders do
	 * not meet again.
	 */
	void pause() {
		if (this.attempts++ == 0) {
			this.began = this.ticker.nanos();
		}
		try {
			// Nobody counts down
			new CountDownLatch(1).await(ThreadLocalRandom.current().nextLong(this.pause / 2, this.pause + 1),
					TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.pause = Math.min(2 * this.pause, LONGEST_PAUSE.toNanos());
	}

}
