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
 * A task was cancelled, since its term ended, and has not ended within the drain timeout.
 * While it runs, this instance neither releases its lease nor contends again. Published
 * once for each run of a task.
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
	 * The task: name of the bean and of the method of a {@code @LeaderTask}, or what
	 * names a bean that does not stop.
	 * @return the name of the task
	 */
	public String getTask() {
		return this.task.task();
	}

	/**
	 * The fencing token of the term that the task belongs to.
	 * @return the token
	 */
	public long getFencingToken() {
		return this.task.fencingToken();
	}

	/**
	 * How long ago the task was cancelled.
	 * @return the duration
	 */
	public Duration getSince() {
		return this.task.since();
	}

	/**
	 * Where the thread of the task is.
	 * @return the stack, the innermost call first
	 */
	public List<StackTraceElement> getStack() {
		return this.task.stack();
	}

}
