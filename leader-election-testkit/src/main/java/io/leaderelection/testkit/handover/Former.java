/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.handover;

/**
 * The candidates that lead first, named by what becomes of them.
 */
enum Former {

	/** Goes on, and hands over what it leads. */
	STAYING,

	/** Is closed, and its work ends in time. */
	CLOSING,

	/** Is closed, and its work does not end. */
	ABANDONED,

	/** Goes on, and its releases do not get through when it hands over. */
	UNHEARD,

	/** Nothing it asks of the store gets through any more. */
	CUT_OFF;

	/** Whether its terms run out because the store hears nothing of their end. */
	boolean runsOut() {
		return this == UNHEARD || this == CUT_OFF;
	}

}
