/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a call to a store has failed, or a store cannot be used. The message includes
 * the remedy, and contains no credentials.
 */
public class LeaseStoreException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message what failed, and the remedy
	 */
	public LeaseStoreException(String message) {
		this(message, null);
	}

	/**
	 * Creates the exception.
	 * @param message what failed, and the remedy
	 * @param cause the cause, or {@code null}
	 */
	public LeaseStoreException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
