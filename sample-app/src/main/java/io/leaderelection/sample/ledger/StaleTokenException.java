/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample.ledger;

/**
 * Thrown if a write was refused because a later leader has written to the ledger.
 */
public class StaleTokenException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	StaleTokenException(Rejection rejection) {
		super("STALE: the ledger has seen fencing token " + rejection.newestToken() + " and refuses token "
				+ rejection.staleToken() + " of '" + rejection.instance() + "', which no longer leads");
	}

}
