/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.handover;

/**
 * The candidates that lead first, by how they end their terms.
 */
enum Former {

	/** Keeps running, and hands over its elections. */
	STAYING,

	/** Is closed, and its work ends in time. */
	CLOSING,

	/** Is closed, and its work does not end. */
	ABANDONED,

	/** Keeps running, and its releases do not reach the store when it hands over. */
	UNRELEASED,

	/** Its requests do not reach the store any more. */
	CUT_OFF;

	/** Returns whether its terms expire because the store does not get their release. */
	boolean runsOut() {
		return this == UNRELEASED || this == CUT_OFF;
	}

}
