/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a command has failed for a reason that concerns all elections of the store,
 * such as a full disk, although commands of other elections may succeed at the same time.
 * Logged once for all elections, if the message does not depend on the election.
 */
public class SharedFailureException extends LeaseStoreException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message what failed, and the remedy; the same for all elections
	 * @param cause the cause, or {@code null}
	 */
	public SharedFailureException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
