/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

/**
 * Thrown if a record in the store is not understood, or the cause of an
 * {@link Outcome.Unknown}.
 */
public class GarbageRecordException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message the place of the record, the reason why it is garbage, and the
	 * remedy: to delete, remove, repair or restore it; its content only if escaped
	 */
	public GarbageRecordException(String message) {
		super(message);
	}

}
