/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

/**
 * A term on record in the store. Compare nonce and token: after a loss of data two terms
 * may have the same token, but never the same nonce.
 *
 * @param key the record
 * @param nonce the nonce of the attempt that won the term
 * @param token the fencing token of the term
 */
public record StoredTerm(ElectionKey key, Nonce nonce, long token) {

	/** The largest legal token on record: 2^62. */
	public static final long MAX_TOKEN = 1L << 62;

	/**
	 * An object with the identity of a term. A {@code Leadership} of this library is one,
	 * so that a store can recognise its own term in the leadership of a thread.
	 */
	public interface Bearer {

		/**
		 * Returns the term.
		 * @return the term, always the same one
		 */
		StoredTerm storedTerm();

	}

}
