/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.event;

import java.time.Duration;
import java.util.List;

import io.leaderelection.LeaderElections;
import io.leaderelection.StuckTask;

/**
 * Event published when a task does not end within the drain timeout after it was
 * cancelled because its term ended. While the task runs, this instance neither releases
 * its lease nor contends again. Published once for each run of a task.
 */
@SuppressWarnings("serial")
public class LeaderTaskStuckEvent extends LeaderElectionEvent {

	private final transient StuckTask task;

	/**
	 * Creates the event.
	 * @param source the elections of this instance
	 * @param task the task
	 */
	public LeaderTaskStuckEvent(LeaderElections source, StuckTask task) {
		super(source, task.election());
		this.task = task;
	}

	/**
	 * Returns the name of the task: the bean name and method of a {@code @LeaderTask}, or
	 * the name of a bean that does not stop.
	 * @return the name of the task
	 */
	public String getTask() {
		return this.task.task();
	}

	/**
	 * Returns the fencing token of the term that the task belongs to.
	 * @return the token
	 */
	public long getFencingToken() {
		return this.task.fencingToken();
	}

	/**
	 * Returns the time since the task was cancelled.
	 * @return the duration
	 */
	public Duration getSince() {
		return this.task.since();
	}

	/**
	 * Returns the stack of the task's thread.
	 * @return the stack, innermost call first
	 */
	public List<StackTraceElement> getStack() {
		return this.task.stack();
	}

}
