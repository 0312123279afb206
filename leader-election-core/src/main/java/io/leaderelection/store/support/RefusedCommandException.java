/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a store has answered, and its answer refuses the command: because of a quota
 * or a full disk, or for as long as nobody corrects the cause
 * ({@link LastingRefusalException}). The message includes the remedy. After a refusal of
 * a command that may write, elections take it for corrected when such a command was
 * answered, because observations may succeed nevertheless.
 */
public class RefusedCommandException extends LeaseStoreException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message what was refused, and the remedy
	 * @param cause the cause, or {@code null}
	 */
	public RefusedCommandException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
