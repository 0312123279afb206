/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import org.jspecify.annotations.Nullable;

/**
 * Asks to extend a term, and perhaps to replace the checkpoints in the same write.
 *
 * @param key the record
 * @param nonce the nonce of the term
 * @param token the token of the term
 * @param checkpoints what replaces the record's checkpoints if its version is higher than
 * theirs, or {@code null} to leave them as they are
 */
public record Renew(ElectionKey key, Nonce nonce, long token, @Nullable Checkpoints checkpoints) implements Command {

	/**
	 * Asks to extend a term and leaves the checkpoints as they are.
	 * @param key the record
	 * @param nonce the nonce of the term
	 * @param token the token of the term
	 */
	public Renew(ElectionKey key, Nonce nonce, long token) {
		this(key, nonce, token, null);
	}

	@Override
	public String operation() {
		return "renew";
	}

}
