/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

/**
 * A record in the store is not understood. Cause of an {@link Outcome.Unknown}.
 */
public class GarbageRecordException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message where the record is, that it is garbage and why, and the remedy: to
	 * delete, remove, repair or restore it; nothing of its content unescaped
	 */
	public GarbageRecordException(String message) {
		super(message);
	}

}
