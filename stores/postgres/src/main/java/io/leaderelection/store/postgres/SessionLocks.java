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
 * The locks of the present session, and for which terms: locks of a session stack, and a
 * lock that was taken for one term must not be given up by a late command of another.
 */
final class SessionLocks {

	private final Map<ElectionKey, String> terms = new HashMap<>();

	/** The session is another one. */
	void forget() {
		this.terms.clear();
	}

	boolean isEmpty() {
		return this.terms.isEmpty();
	}

	/**
	 * Returns for each command how its lock stands.
	 * @param batch the commands
	 * @return 0: not locked; 1: locked for the term of another nonce; 2: locked for this
	 * one
	 */
	Integer[] of(List<Wanted> batch) {
		return batch.stream().map((wanted) -> {
			String nonce = this.terms.get(wanted.key());
			return (nonce == null) ? 0 : nonce.equals(wanted.nonce()) ? 2 : 1;
		}).toArray(Integer[]::new);
	}

	/**
	 * A statement has answered how a lock stands.
	 * @param wanted the command
	 * @param applied whether it was applied
	 * @param held whether the session holds the lock now
	 */
	void answered(Wanted wanted, boolean applied, boolean held) {
		if (!held) {
			this.terms.remove(wanted.key());
		}
		else if (applied) {
			this.terms.put(wanted.key(), wanted.nonce());
		}
	}

}
