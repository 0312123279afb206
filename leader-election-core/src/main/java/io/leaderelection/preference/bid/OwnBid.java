/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

import io.leaderelection.Leader;
import io.leaderelection.protocol.ElectionProtocol;
import org.jspecify.annotations.Nullable;

/**
 * Whether this instance bids for an election, and for which term's end.
 */
final class OwnBid {

	/** How long a bidder may take to lead an election that is free. */
	private final long patience;

	private final BackOff backOff;

	private boolean wanted;

	/** The term that is to end. */
	private long wantedFrom;

	private long vacatedAt = ElectionProtocol.NEVER;

	private int failures;

	private long againAt = Long.MIN_VALUE;

	OwnBid(long patience, BackOff backOff) {
		this.patience = patience;
		this.backOff = backOff;
	}

	/** Returns whether this instance bids, or is about to. */
	boolean isWanted() {
		return this.wanted;
	}

	/** Returns whether the term has ended for whose end this instance bids. */
	boolean isVacated() {
		return this.wanted && this.vacatedAt != ElectionProtocol.NEVER;
	}

	/** Returns whether enough time has passed since the last bid that failed. */
	boolean mayBegin(long at) {
		return at >= this.againAt;
	}

	/** Begins a bid, and returns {@code false} if there is one. */
	boolean begin(long token) {
		if (this.wanted) {
			return false;
		}
		this.wanted = true;
		this.wantedFrom = token;
		this.vacatedAt = ElectionProtocol.NEVER;
		return true;
	}

	/** Ends the bid, and returns {@code false} if there is none. */
	boolean end() {
		boolean ended = this.wanted;
		this.wanted = false;
		return ended;
	}

	/** Updates whether the election is free. */
	void see(@Nullable Leader other, long at) {
		boolean vacated = other == null || other.fencingToken() != this.wantedFrom;
		this.vacatedAt = vacated ? Math.min(this.vacatedAt, at) : ElectionProtocol.NEVER;
	}

	/** Returns whether the election is free, but this instance did not acquire it. */
	boolean isInVain(long at) {
		return isVacated() && at - this.vacatedAt >= this.patience;
	}

	void succeeded() {
		this.failures = 0;
	}

	void failed(long at) {
		this.againAt = at + this.backOff.after(this.failures++);
	}

}
