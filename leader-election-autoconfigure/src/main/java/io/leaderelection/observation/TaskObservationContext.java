/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.Leadership;

/**
 * The context of a run of a task. The outcome is {@code completed}, {@code failed} or, if
 * its term ended before it did, {@code ended}.
 */
public final class TaskObservationContext extends LeaderElectionObservationContext {

	private final String task;

	private final Leadership leadership;

	TaskObservationContext(String task, Leadership leadership) {
		this.task = task;
		this.leadership = leadership;
	}

	/**
	 * The task.
	 * @return its name; in a partition perhaps with the number
	 */
	public String getTask() {
		return this.task;
	}

	/**
	 * The term.
	 * @return the term that the run belongs to
	 */
	public Leadership getLeadership() {
		return this.leadership;
	}

}
