/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.List;

/**
 * Thrown for durations that are not safe together.
 */
public class InvalidTimingException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	private final transient List<String> problems;

	/**
	 * Creates an exception.
	 * @param problems the errors, a sentence or two each
	 */
	public InvalidTimingException(List<String> problems) {
		super(String.join("; ", problems));
		this.problems = List.copyOf(problems);
	}

	/**
	 * Returns the errors, a sentence or two each, with names as in the configuration.
	 * @return the problems
	 */
	public List<String> getProblems() {
		return this.problems;
	}

}
