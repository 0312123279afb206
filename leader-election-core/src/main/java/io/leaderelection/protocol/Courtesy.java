/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;

/**
 * Lets another instance that bids for the election, or inherits it, go first: this
 * candidate only observes until the record has been free for a moment.
 */
final class Courtesy {

	private static final long MOMENT = Duration.ofMillis(200).toNanos();

	private final long retryInterval;

	private boolean othersFirst;

	private long until = Long.MIN_VALUE;

	Courtesy(long retryInterval) {
		this.retryInterval = retryInterval;
	}

	void othersFirst(boolean first) {
		if (first != this.othersFirst) {
			this.othersFirst = first;
			this.until = first ? ElectionProtocol.NEVER : Long.MIN_VALUE;
		}
	}

	void leased() {
		this.until = this.othersFirst ? ElectionProtocol.NEVER : Long.MIN_VALUE;
	}

	/**
	 * Processes that the record is free.
	 * @param notified whether the other is notified, or finds out at its next poll
	 * @return when to contend if another goes first, or {@link ElectionProtocol#NEVER}
	 */
	long free(long at, boolean notified) {
		if (!this.othersFirst) {
			return ElectionProtocol.NEVER;
		}
		this.until = Math.min(this.until, at + MOMENT + (notified ? 0 : this.retryInterval));
		return this.until;
	}

	/** From when on this candidate contends. */
	long until() {
		return this.until;
	}

}
