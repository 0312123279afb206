/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.handover;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.leaderelection.LeaderWork;
import io.leaderelection.Leadership;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Work that does one step when it begins and, after an interrupt, ten more steps, which
 * takes a second. A step may need a resource of the application that must not be closed
 * before. Runs in one term; its state may be read on any thread.
 */
public final class FinishingWork implements LeaderWork {

	private static final int REST = 10;

	private static final long PAUSE_MILLIS = 100;

	private static final long LONGEST_MINUTES = 5;

	private final Ticker ticker = Ticker.system();

	private final Callable<?> step;

	private final CountDownLatch begun = new CountDownLatch(1);

	private final CountDownLatch never = new CountDownLatch(1);

	private volatile long beganAt;

	private volatile @Nullable Long endedAt;

	private volatile @Nullable Exception failure;

	/**
	 * Creates the work.
	 * @param step called for each step, on the thread of the work; an exception ends the
	 * work and is kept
	 */
	public FinishingWork(Callable<?> step) {
		this.step = step;
	}

	@Override
	public void run(Leadership leadership) throws Exception {
		try {
			this.beganAt = this.ticker.nanos();
			this.step.call();
			this.begun.countDown();
			awaitInterrupt();
			for (int i = 0; i < REST; i++) {
				leadership.verify();
				this.step.call();
				this.never.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
			}
			leadership.verify();
			this.endedAt = this.ticker.nanos();
		}
		catch (Exception ex) {
			this.failure = ex;
			throw ex;
		}
	}

	private void awaitInterrupt() {
		try {
			this.never.await(LONGEST_MINUTES, TimeUnit.MINUTES);
			throw new IllegalStateException("Was not notified to stop for " + LONGEST_MINUTES + " minutes");
		}
		catch (InterruptedException ex) {
			// The request to stop: the remaining steps follow
		}
	}

	/**
	 * Returns whether the first step is done.
	 * @return whether it is
	 */
	public boolean hasBegun() {
		return this.begun.getCount() == 0;
	}

	/**
	 * Returns when the work began.
	 * @return nanoseconds of the system's ticker, before the first step
	 */
	public long beganAt() {
		return this.beganAt;
	}

	/**
	 * Returns when the work ended after all its steps, in a term that was valid to the
	 * end.
	 * @return nanoseconds of the system's ticker, after the last step
	 * @throws IllegalStateException if it has not, with the exception of a step as the
	 * cause
	 */
	public long endedAt() {
		Long endedAt = this.endedAt;
		if (endedAt == null) {
			throw new IllegalStateException("The work was not finished", this.failure);
		}
		return endedAt;
	}

}
