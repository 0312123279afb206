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
	 * Runs a task again and again, whatever it throws. Once this has returned, no lack of
	 * memory or threads ends the repetition.
	 * @param period the time from the beginning of one run to that of the next, by the
	 * ticker; above zero
	 * @param task the task
	 * @return ends the repetition
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
