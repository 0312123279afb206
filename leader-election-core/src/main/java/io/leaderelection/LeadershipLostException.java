/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a term ended before the work that depends on it.
 */
public class LeadershipLostException extends LeaderElectionException {

	private static final long serialVersionUID = 1L;

	private final String election;

	private final long fencingToken;

	/**
	 * Creates the exception.
	 * @param election the name of the election
	 * @param fencingToken the token of the term that ended
	 * @param cause what the interrupted work threw, or {@code null}
	 */
	public LeadershipLostException(String election, long fencingToken, @Nullable Throwable cause) {
		this(election, fencingToken, "", cause);
	}

	/**
	 * Creates the exception.
	 * @param election the name of the election
	 * @param fencingToken the token of the term that ended
	 * @param consequence what follows from it, as whole sentences, or empty
	 * @param cause what the interrupted work threw, or {@code null}
	 */
	public LeadershipLostException(String election, long fencingToken, String consequence, @Nullable Throwable cause) {
		super("Leadership of election '" + election + "' with fencing token " + fencingToken + " is over"
				+ (consequence.isEmpty() ? "" : ". " + consequence));
		this.election = election;
		this.fencingToken = fencingToken;
		if (cause != null) {
			initCause(cause);
		}
	}

	public String getElection() {
		return this.election;
	}

	public long getFencingToken() {
		return this.fencingToken;
	}

}
