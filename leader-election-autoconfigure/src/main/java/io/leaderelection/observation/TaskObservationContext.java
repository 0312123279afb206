/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.Leadership;

/**
 * Context of a run of a task. The outcome is {@code completed}, {@code failed}, or
 * {@code ended} if the term ended before the run did.
 */
public final class TaskObservationContext extends LeaderElectionObservationContext {

	private final String task;

	private final Leadership leadership;

	TaskObservationContext(String task, Leadership leadership) {
		this.task = task;
		this.leadership = leadership;
	}

	/**
	 * Returns the name of the task.
	 * @return the name, which may include the number of a partition
	 */
	public String getTask() {
		return this.task;
	}

	/**
	 * Returns the term that the run belongs to.
	 * @return the term
	 */
	public Leadership getLeadership() {
		return this.leadership;
	}

}
