/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

/**
 * Thrown when the service's answer is an outcome of the call, such as a missing blob, and
 * not a failure.
 */
final class RefusedException extends Exception {

	private static final long serialVersionUID = 1L;

	private final Reason reason;

	RefusedException(Reason reason) {
		super(reason.name(), null, false, false);
		this.reason = reason;
	}

	Reason reason() {
		return this.reason;
	}

	/**
	 * The reason of the refusal.
	 */
	enum Reason {

		/** The container does not exist. */
		NO_CONTAINER,

		/** The blob does not exist. */
		NO_BLOB,

		/** The blob or container to create already exists. */
		EXISTS,

		/** The blob has changed after it was read. */
		CHANGED,

		/** Another attempt or client has the lease. */
		LEASED,

		/** The blob does not have the given lease, or no longer has it. */
		LEASE_LOST

	}

}
