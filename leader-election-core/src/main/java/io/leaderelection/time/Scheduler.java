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
	 * Runs a task as soon as possible, after those submitted before. Ignored once this
	 * scheduler is closed.
	 * @param task the task
	 */
	void execute(Runnable task);

	/**
	 * Runs a task after a delay.
	 * @param delay how long to wait by the ticker; zero or negative means now
	 * @param task the task
	 * @return a handle that cancels the task if it has not begun
	 */
	Cancellation schedule(Duration delay, Runnable task);

	/**
	 * Runs a task periodically, even if it throws. Once this has returned, a lack of
	 * memory or threads does not end the repetition.
	 * @param period the time from the beginning of one run to that of the next, by the
	 * ticker; above zero
	 * @param task the task
	 * @return a handle that ends the repetition
	 */
	Cancellation repeat(Duration period, Runnable task);

	/**
	 * Drops the tasks that have not begun, ends repetitions and the thread.
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
