/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

/**
 * Command that releases a term.
 *
 * @param key the record
 * @param nonce the nonce of the term
 * @param token the token of the term
 */
public record Release(ElectionKey key, Nonce nonce, long token) implements Command {

	@Override
	public String operation() {
		return "release";
	}

}
