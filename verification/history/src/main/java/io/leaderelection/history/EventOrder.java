/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

/**
 * Checks the events of one process in one election (I5): granted and revoked alternate,
 * once for each term, and tokens rise. Not thread-safe.
 */
public final class EventOrder {

	private final Violations violations;

	private long openToken;

	private String openedAt = "";

	private long lastToken;

	/**
	 * Creates the check.
	 * @param violations receives violations of I5
	 */
	public EventOrder(Violations violations) {
		this.violations = violations;
	}

	/**
	 * Called when a term is granted.
	 * @param token its fencing token
	 * @param where where that is recorded
	 */
	public void granted(long token, String where) {
		if (this.openToken != 0) {
			violated(where + ": granted " + token + " while " + this.openToken + " (" + this.openedAt
					+ ") is not yet revoked");
		}
		if (token <= this.lastToken) {
			violated(where + ": granted " + token + ", which is not higher than " + this.lastToken);
		}
		this.openToken = token;
		this.openedAt = where;
		this.lastToken = token;
	}

	/**
	 * Called when a term is revoked.
	 * @param token its fencing token
	 * @param where where that is recorded
	 */
	public void revoked(long token, String where) {
		if (this.openToken != token) {
			violated(where + ": revoked " + token + " while "
					+ ((this.openToken != 0) ? this.openToken + " (" + this.openedAt + ")" : "nothing")
					+ " is granted");
		}
		this.openToken = 0;
	}

	/** Called when the process has closed in good order, after its last event. */
	public void closed() {
		if (this.openToken != 0) {
			violated(this.openedAt + ": granted but never revoked, although the process closed");
		}
	}

	/**
	 * Returns the token of the term that is granted and not revoked.
	 * @return the token, or 0 if there is none
	 */
	public long openToken() {
		return this.openToken;
	}

	private void violated(String message) {
		this.violations.violated(Invariant.I5_ORDERED_EVENTS, message);
	}

}
