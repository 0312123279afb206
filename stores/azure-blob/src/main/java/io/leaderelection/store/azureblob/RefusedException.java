/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

/**
 * The service answered that a call does not apply: an outcome, not a failure.
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
	 * Why the service refused.
	 */
	enum Reason {

		/** There is no such container. */
		NO_CONTAINER,

		/** There is no such blob. */
		NO_BLOB,

		/** The blob to create exists. */
		EXISTS,

		/** The blob is not what it was when it was read. */
		CHANGED,

		/** Somebody else has the lease. */
		LEASED,

		/** The lease named is not, or no longer, the blob's. */
		LEASE_LOST

	}

}
