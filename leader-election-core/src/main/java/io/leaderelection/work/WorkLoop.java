/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;

import io.leaderelection.time.TimeSystem;

/**
 * The thread on which everything about tasks is decided. Each heartbeat of it calls
 * {@link TermTasks#tryAgain()}, so that nothing is lost with a task that could not be run
 * for want of memory or of a thread.
 */
public interface WorkLoop {

	/**
	 * Clocks, and executors for tasks.
	 * @return the time
	 */
	TimeSystem time();

	/**
	 * Observes the runs of tasks.
	 * @return the observer
	 */
	default TaskObserver taskObserver() {
		return TaskObserver.NONE;
	}

	/**
	 * Runs a task on the loop.
	 * @param task returns at once
	 */
	void execute(Runnable task);

	/**
	 * As {@link #execute(Runnable)}, for what the next heartbeat does anyway. Never
	 * throws.
	 * @param task returns at once
	 */
	void executeSoon(Runnable task);

	/**
	 * Runs a task on the loop later, which a heartbeat after that does anyway. Never
	 * throws.
	 * @param delay how much later
	 * @param task returns at once
	 */
	void scheduleSoon(Duration delay, Runnable task);

}
