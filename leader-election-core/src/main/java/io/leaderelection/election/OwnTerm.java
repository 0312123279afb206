/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;

/**
 * A term the store granted to this candidate. Times are nanoseconds on the state
 * machine's own scale.
 */
final class OwnTerm {

	final Nonce nonce;

	final long token;

	final Instant since;

	final Map<String, String> metadata;

	TermBounds bounds;

	/** The lease really granted at the last confirmation. */
	long lease;

	long renewAt;

	/** Until when a former leader may believe in its term. */
	long notBefore;

	OwnTerm(Acquire command, long token, TermBounds bounds) {
		this.nonce = command.nonce();
		this.token = token;
		this.since = command.at();
		this.metadata = command.metadata();
		this.bounds = bounds;
	}

	/** When the lease last confirmed is over, for everybody. */
	long leaseEnd(long origin) {
		return this.bounds.sentTicker() - origin + this.lease;
	}

}
