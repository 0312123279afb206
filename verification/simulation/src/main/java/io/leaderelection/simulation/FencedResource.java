/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.HashMap;
import java.util.Map;

/**
 * A resource that keeps the highest token it has seen and rejects lower ones. Accepted
 * writes are compared with the order in which the store granted the terms (I3), and with
 * former writers with the same token (I2).
 */
final class FencedResource {

	private final Checks checks;

	private final Map<Long, String> owners = new HashMap<>();

	private long highest;

	private int newestOrder = -1;

	FencedResource(Checks checks) {
		this.checks = checks;
	}

	void write(String candidate, long token) {
		int order = this.checks.grantOrder(candidate, token);
		if (token < this.highest) {
			if (order > this.newestOrder) {
				this.checks.violated(Invariant.I3_FENCED_WRITES,
						"the newest term, token " + token + ", was refused after token " + this.highest);
			}
			return;
		}
		String owner = this.owners.putIfAbsent(token, candidate);
		if (owner != null && !owner.equals(candidate)) {
			this.checks.violated(Invariant.I2_RISING_TOKENS,
					"token " + token + " was used by " + owner + " and " + candidate);
		}
		if (order < this.newestOrder) {
			this.checks.violated(Invariant.I3_FENCED_WRITES, "a write of " + candidate + " with token " + token
					+ " was accepted after one of a term granted later");
		}
		this.highest = token;
		this.newestOrder = Math.max(this.newestOrder, order);
	}

}
