/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;

import io.leaderelection.time.TimeSystem;

/**
 * The thread on which all decisions about tasks are made. Each of its looks, twice a
 * second, calls {@link Tasks#look()}, so that nothing is lost if the loop cannot run
 * something for lack of memory or threads.
 */
public interface WorkLoop {

	/**
	 * Returns the clocks, and the executors for tasks.
	 * @return the time system
	 */
	TimeSystem time();

	/**
	 * Returns the observer of the runs of tasks.
	 * @return the observer
	 */
	default TaskObserver taskObserver() {
		return TaskObserver.NONE;
	}

	/**
	 * Runs a task on the loop.
	 * @param task the task, which must return at once
	 */
	void execute(Runnable task);

	/**
	 * Runs a task on the loop if possible; otherwise the next look does the same. Never
	 * throws.
	 * @param task the task, which must return at once
	 */
	void soon(Runnable task);

	/**
	 * Runs a task on the loop after a delay if possible; otherwise a later look does the
	 * same. Never throws.
	 * @param delay the delay
	 * @param task the task, which must return at once
	 */
	void later(Duration delay, Runnable task);

}
