/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

/**
 * What is known of a run of a task. The outcome is {@code completed}, {@code failed} or,
 * if its term ended before it did, {@code ended}.
 */
public final class TaskObservationContext extends ElectionObservationContext {

	private final String task;

	private final long fencingToken;

	TaskObservationContext(String election, String task, long fencingToken) {
		super(election);
		this.task = task;
		this.fencingToken = fencingToken;
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
	 * @return its fencing token
	 */
	public long getFencingToken() {
		return this.fencingToken;
	}

}
