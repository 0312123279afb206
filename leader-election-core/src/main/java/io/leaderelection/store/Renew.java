/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import org.jspecify.annotations.Nullable;

/**
 * Command that extends a term, and optionally replaces the checkpoints in the same write.
 *
 * @param key the record
 * @param nonce the nonce of the term
 * @param token the token of the term
 * @param checkpoints checkpoints that replace those of the record if their version is
 * higher, or {@code null} to keep those of the record
 */
public record Renew(ElectionKey key, Nonce nonce, long token, @Nullable Checkpoints checkpoints) implements Command {

	/**
	 * Creates a command that keeps the checkpoints.
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
