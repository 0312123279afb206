/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import io.leaderelection.LeaderWork;

/**
 * Observes the runs of tasks, for traces.
 */
@FunctionalInterface
public interface TaskObserver {

	/** An observer that does nothing. */
	TaskObserver NONE = (election, task, work) -> work;

	/**
	 * Called once for each task, before its first run. Must not throw.
	 * @param election the name of the election
	 * @param task the name of the task
	 * @param work the work of the task
	 * @return work that does the same and observes each run
	 */
	LeaderWork observe(String election, String task, LeaderWork work);

}
