/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.scan;

/**
 * Thrown if an annotation of leader election is not valid where it is used.
 */
public class InvalidLeaderAnnotationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String description;

	private final String action;

	/**
	 * Creates the exception.
	 * @param description what is wrong, and where
	 * @param action how to fix it
	 */
	public InvalidLeaderAnnotationException(String description, String action) {
		super(description + ". " + action);
		this.description = description;
		this.action = action;
	}

	public String getDescription() {
		return this.description;
	}

	public String getAction() {
		return this.action;
	}

}
