/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

/**
 * A term as the store has it on record. To compare with the record, compare all of it:
 * after a loss of data, two terms may bear one token, but never one nonce.
 *
 * @param key the record
 * @param nonce drawn for the attempt that won the term
 * @param token the fencing token of the term
 */
public record StoredTerm(ElectionKey key, Nonce nonce, long token) {

	/** A larger stored token is garbage: 2^62. */
	public static final long MAX_TOKEN = 1L << 62;

	/**
	 * The identity of a term for work that depends on it. A {@code Leadership} of this
	 * library is one, so that a store can recognise its own term in what guards a thread.
	 */
	public interface Bearer {

		/**
		 * The term.
		 * @return the term, the same one each time
		 */
		StoredTerm storedTerm();

	}

}
