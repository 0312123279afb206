/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.Outcome.Leased;
import io.leaderelection.time.Durations;

/**
 * The observations of a bid. The bid of a dead bidder stays until its lease ends, on some
 * stores for a lease from each observer's first observation. A bid is therefore believed
 * only after a renewal was observed.
 */
final class BidSighting {

	private final long retryInterval;

	private final long tolerance;

	private long token;

	private long firstSeenAt;

	/** The latest possible end by the last observation. */
	private long endsBy;

	private boolean renewed;

	private boolean pending;

	BidSighting(ElectionTiming timing) {
		this.retryInterval = timing.retryInterval().toNanos();
		this.tolerance = timing.clockTolerance().toNanos();
	}

	/**
	 * The store answered that a candidate owns the bid.
	 * @param sentAt when the command was sent: the bid ends no earlier than counted from
	 * then
	 * @param at when it answered: the bid ends no later than counted from then
	 */
	void leased(Leased leased, long sentAt, long at) {
		long remaining = Durations.nanos(leased.remaining());
		if (leased.token() != this.token || at >= this.endsBy) {
			// Not observed for a lease: a bidder that renewed it meanwhile may be gone by
			// now
			this.token = leased.token();
			this.firstSeenAt = at;
			this.renewed = false;
		}
		else if (sentAt + remaining > this.endsBy + this.tolerance) {
			this.renewed = true;
		}
		this.pending = !leased.notBefore().isZero();
		this.endsBy = Durations.add(at, remaining);
	}

	/**
	 * Returns whether the bidder is alive, and may lead as soon as the election is free.
	 */
	boolean isBelieved(long token, long at) {
		return token == this.token && this.renewed && !this.pending && at < this.endsBy;
	}

	/** Returns whether the others have had the time to see the bid. */
	boolean isKnown(long at) {
		return at - this.firstSeenAt >= this.retryInterval;
	}

}
