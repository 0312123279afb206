/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;

/**
 * What the node of an election says. It has no instants that anybody compares: durations
 * count from the change of the node that brought them, as each candidate observed it.
 *
 * @param token the fencing token of the term
 * @param nonce the nonce of the term
 * @param candidate who has, or had, the term
 * @param since when it asked for it, by its own wall clock
 * @param lease how long the term lives from each change
 * @param waiting how long from this change somebody may believe in a former term
 * @param released whether the term was given up
 * @param metadata what the candidate tells about itself
 */
record LeaseRecord(long token, Nonce nonce, String candidate, Instant since, Duration lease, Duration waiting,
		boolean released, Map<String, String> metadata) {

	LeaseRecord {
		metadata = Map.copyOf(metadata);
	}

	static LeaseRecord of(Acquire command, long token, Duration lease, Duration waiting) {
		return new LeaseRecord(token, command.nonce(), command.candidate(), command.at(), lease, waiting, false,
				command.metadata());
	}

	boolean isTerm(Nonce nonce, long token) {
		return this.nonce.equals(nonce) && this.token == token;
	}

	/** The same term, changed now. */
	LeaseRecord touched(Duration waiting) {
		return new LeaseRecord(this.token, this.nonce, this.candidate, this.since, this.lease, waiting, this.released,
				this.metadata);
	}

	LeaseRecord asReleased(Duration waiting) {
		return new LeaseRecord(this.token, this.nonce, this.candidate, this.since, this.lease, waiting, true,
				this.metadata);
	}

}
