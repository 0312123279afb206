/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

/**
 * An {@link OnLeader @OnLeader} that would not guard, or that cannot be understood.
 */
public class InvalidOnLeaderException extends InvalidLeaderAnnotationException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param description what is wrong, and where
	 * @param action how to mend it
	 */
	public InvalidOnLeaderException(String description, String action) {
		super(description, action);
	}

}
