/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence;

import io.leaderelection.LeadershipLostException;
import org.jspecify.annotations.Nullable;

/**
 * Exception thrown when a transaction that began in a guarded call is not committed,
 * because its term is over. All its writes are rolled back.
 */
public class FencedTransactionException extends LeadershipLostException {

	private static final long serialVersionUID = 1L;

	private final String reason;

	/**
	 * Creates the exception.
	 * @param election the name of the election
	 * @param fencingToken the token of the term that is over
	 * @param reason why the term is known to be over
	 * @param cause the failure of the database, or {@code null}
	 */
	public FencedTransactionException(String election, long fencingToken, String reason, @Nullable Throwable cause) {
		super(election, fencingToken, cause);
		this.reason = reason;
	}

	@Override
	public String getMessage() {
		return "The transaction is rolled back. " + super.getMessage() + ": " + this.reason;
	}

}
