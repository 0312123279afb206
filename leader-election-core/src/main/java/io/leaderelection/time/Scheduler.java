/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.time.Duration;

/**
 * Runs tasks one at a time, now or later, on one thread.
 */
public interface Scheduler extends AutoCloseable {

	/**
	 * Runs a task as soon as possible, after those handed over before. Ignored once this
	 * scheduler is closed.
	 * @param task the task
	 */
	void execute(Runnable task);

	/**
	 * Runs a task after a delay.
	 * @param delay how long to wait by the ticker; zero or negative means now
	 * @param task the task
	 * @return cancels the task if it has not begun
	 */
	Cancellation schedule(Duration delay, Runnable task);

	/**
	 * Drops the tasks that have not begun and ends the thread.
	 */
	@Override
	void close();

	/**
	 * A task that can be cancelled.
	 */
	@FunctionalInterface
	interface Cancellation {

		/**
		 * Cancels the task if it has not begun.
		 */
		void cancel();

	}

}
