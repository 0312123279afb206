/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import io.leaderelection.store.Nonce;
import io.leaderelection.store.Release;
import org.jspecify.annotations.Nullable;

/**
 * An attempt at a term: from when its nonce is drawn until it is granted or used up. It
 * is repeated with the same nonce while nobody knows whether it acquired the record.
 */
final class Attempt {

	private final Nonce nonce;

	/** When the first acquire without an answer was sent, or NEVER. */
	private long unansweredSince = ElectionProtocol.NEVER;

	/** The term of the attempt, if an answer that came too late named it. */
	private @Nullable Release lateTerm;

	Attempt(Nonce nonce) {
		this.nonce = nonce;
	}

	Nonce nonce() {
		return this.nonce;
	}

	void sent(long at) {
		this.unansweredSince = Math.min(this.unansweredSince, at);
	}

	/** The store answered, and did not grant it. */
	void refused() {
		this.unansweredSince = ElectionProtocol.NEVER;
		this.lateTerm = null;
	}

	/** Returns whether it may own the record. */
	boolean isUnanswered() {
		return this.unansweredSince != ElectionProtocol.NEVER;
	}

	/**
	 * Returns from when on a repeat could not be answered within a lease from the first,
	 * or NEVER.
	 */
	long giveUpAt(long lease, long operationTimeout) {
		return isUnanswered() ? this.unansweredSince + lease - operationTimeout : ElectionProtocol.NEVER;
	}

	void lateTerm(Release term) {
		this.lateTerm = term;
	}

	@Nullable Release lateTerm() {
		return this.lateTerm;
	}

}
