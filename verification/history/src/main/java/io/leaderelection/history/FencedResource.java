/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.util.HashMap;
import java.util.Map;

/**
 * A resource that keeps the highest token it has seen and refuses lower ones, and checks
 * that no token is used by two writers (I2). Thread-safe.
 */
public final class FencedResource {

	private final Violations violations;

	private final Map<Long, String> owners = new HashMap<>();

	private long highest;

	/**
	 * Creates a resource to which nobody has written.
	 * @param violations receives violations of I2
	 */
	public FencedResource(Violations violations) {
		this.violations = violations;
	}

	/**
	 * Attempts to write.
	 * @param writer the candidate
	 * @param token the fencing token of its term
	 * @return whether the write is accepted
	 */
	public synchronized boolean write(String writer, long token) {
		if (token < this.highest) {
			return false;
		}
		String owner = this.owners.putIfAbsent(token, writer);
		if (owner != null && !owner.equals(writer)) {
			this.violations.violated(Invariant.I2_RISING_TOKENS,
					"token " + token + " was used by " + owner + " and " + writer);
		}
		this.highest = token;
		return true;
	}

	/**
	 * Returns the highest token that was accepted.
	 * @return the token, or 0
	 */
	public synchronized long highest() {
		return this.highest;
	}

}
