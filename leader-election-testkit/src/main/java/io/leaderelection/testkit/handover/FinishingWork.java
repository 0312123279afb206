/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.handover;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.leaderelection.LeaderWork;
import io.leaderelection.Leadership;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Work that does one step when it begins and, when an interrupt asks it to stop, has ten
 * more to do, which takes a second. A step may need something of the application that
 * must not be closed before. Done in one term; what it says of itself may be asked on any
 * thread.
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
	 * @param step done again and again, on the thread of the work; what it throws ends
	 * the work and is kept
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
			// Asked to stop, which it does from here on
		}
	}

	/**
	 * Whether the first step is done.
	 * @return whether it is
	 */
	public boolean hasBegun() {
		return this.begun.getCount() == 0;
	}

	/**
	 * When the work began.
	 * @return nanoseconds of the system's ticker, before the first step
	 */
	public long beganAt() {
		return this.beganAt;
	}

	/**
	 * When the work ended with all its steps done, in a term that was valid to the end.
	 * @return nanoseconds of the system's ticker, after the last step
	 * @throws IllegalStateException if it has not, with what a step threw as the cause
	 */
	public long endedAt() {
		Long endedAt = this.endedAt;
		if (endedAt == null) {
			throw new IllegalStateException("The work was not finished", this.failure);
		}
		return endedAt;
	}

}
