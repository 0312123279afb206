/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the store can be read, but refuses every write, as a standby or a replica
 * does. Elections report it as refused only after it has lasted for a lease, because it
 * may end by itself while the store fails over.
 */
public class ReadOnlyStoreException extends LastingRefusalException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message what was refused, and how to reach a server that can be written
	 * @param cause the cause, or {@code null}
	 */
	public ReadOnlyStoreException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
