/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the store refuses a command because the application's user lacks a right. The
 * message names the right and how it is granted.
 */
public class MissingRightException extends LastingRefusalException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message what was refused, and how to grant the right
	 * @param cause the cause, or {@code null}
	 */
	public MissingRightException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
