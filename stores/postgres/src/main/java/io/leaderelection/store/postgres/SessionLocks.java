/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.jdbc.Wanted;

/**
 * The locks of the current session and their terms. A session can acquire the same lock
 * several times, and a late command of one term must not release the lock of another.
 */
final class SessionLocks {

	private final Map<ElectionKey, String> terms = new HashMap<>();

	/** Resets the state for a new session. */
	void forget() {
		this.terms.clear();
	}

	boolean isEmpty() {
		return this.terms.isEmpty();
	}

	/**
	 * Returns the state of the lock of each command.
	 * @param batch the commands
	 * @return for each command 0 if it is not locked, 1 if it is locked for the term of
	 * another nonce, 2 if it is locked for this nonce
	 */
	Integer[] of(List<Wanted> batch) {
		return batch.stream().map((wanted) -> {
			String nonce = this.terms.get(wanted.key());
			return (nonce == null) ? 0 : nonce.equals(wanted.nonce()) ? 2 : 1;
		}).toArray(Integer[]::new);
	}

	/**
	 * Updates the state of a lock from the result of a statement.
	 * @param wanted the command
	 * @param applied whether the command was applied
	 * @param held whether the session now holds the lock
	 */
	void update(Wanted wanted, boolean applied, boolean held) {
		if (!held) {
			this.terms.remove(wanted.key());
		}
		else if (applied) {
			this.terms.put(wanted.key(), wanted.nonce());
		}
	}

}
