/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a store could not be reached, or did not answer in time. The command may have
 * been carried out. All failures of this type count as one in the log, whatever their
 * messages are, until the store answers.
 */
public class NoAnswerException extends LeaseStoreException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message what was not answered, and the remedy
	 * @param cause the cause, or {@code null}
	 */
	public NoAnswerException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
