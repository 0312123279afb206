/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.time.Ticker;

/**
 * How long a call asks again for locked rows: a rival locks one for a moment, a foreign
 * transaction for good. Of one call.
 */
final class Patience {

	private static final Duration LONGEST_PAUSE = Duration.ofMillis(32);

	private static final Duration LONGEST = Duration.ofMillis(150);

	private static final int FEWEST = 3;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition never = this.lock.newCondition();

	private final Ticker ticker;

	private final long budget;

	private long began;

	private int attempts;

	private long pause = Duration.ofMillis(1).toNanos();

	/**
	 * Begins to count with the first pause.
	 * @param ticker measures
	 * @param timeout of the call; a quarter of it may be spent
	 */
	Patience(Ticker ticker, Duration timeout) {
		this.ticker = ticker;
		this.budget = Math.min(timeout.toNanos() / 4, LONGEST.toNanos());
	}

	/** Whether another attempt would come too late. */
	boolean isOver() {
		return this.attempts >= FEWEST && this.ticker.nanos() + this.pause - this.began > this.budget;
	}

	/** Waits before another attempt, longer each time. */
	void pause() {
		if (this.attempts++ == 0) {
			this.began = this.ticker.nanos();
		}
		this.lock.lock();
		try {
			long left = this.pause;
			while (left > 0) {
				left = this.never.awaitNanos(left);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.lock.unlock();
		}
		this.pause = Math.min(2 * this.pause, LONGEST_PAUSE.toNanos());
	}

}
