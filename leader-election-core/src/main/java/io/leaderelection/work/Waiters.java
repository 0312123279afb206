/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Threads that wait for a condition. Safe to use from any thread.
 */
public final class Waiters {

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	/**
	 * Waits until a condition is met, which is tested now and after each signal.
	 * @param condition the condition
	 * @param nanos the longest wait, in nanoseconds
	 * @return {@code false} if the time has passed without it
	 * @throws InterruptedException if the thread is interrupted
	 */
	public boolean await(BooleanSupplier condition, long nanos) throws InterruptedException {
		long left = nanos;
		this.lock.lockInterruptibly();
		try {
			while (!condition.getAsBoolean()) {
				if (left <= 0) {
					return false;
				}
				left = this.changed.awaitNanos(left);
			}
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Wakes all threads, because the condition may be met. */
	public void signal() {
		this.lock.lock();
		try {
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

}
