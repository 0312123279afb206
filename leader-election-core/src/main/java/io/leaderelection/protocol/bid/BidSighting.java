/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol.bid;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.Outcome.Leased;
import io.leaderelection.time.Durations;

/**
 * How the bid for an election behaved while it was observed. A bidder that died leaves
 * its bid until the lease ends, on some stores for a lease from each observer's first
 * look; so a bid is believed when it was seen renewed.
 */
final class BidSighting {

	private final long retryInterval;

	private final long tolerance;

	private long token;

	private long firstSeenAt;

	/** The latest end by what was seen last. */
	private long endsBy;

	private boolean renewed;

	private boolean pending;

	BidSighting(ElectionTiming timing) {
		this.retryInterval = timing.retryInterval().toNanos();
		this.tolerance = timing.clockTolerance().toNanos();
	}

	/**
	 * The store answered that a candidate owns the bid.
	 * @param sentAt when it was asked: the bid ends no earlier than counted from then
	 * @param at when it answered: the bid ends no later than counted from then
	 */
	void held(Leased held, long sentAt, long at) {
		long remaining = Durations.nanos(held.remaining());
		if (held.token() != this.token || at >= this.endsBy) {
			// Not looked at for a lease: whoever renewed it meanwhile may be gone by now
			this.token = held.token();
			this.firstSeenAt = at;
			this.renewed = false;
		}
		else if (sentAt + remaining > this.endsBy + this.tolerance) {
			this.renewed = true;
		}
		this.pending = !held.notBefore().isZero();
		this.endsBy = Durations.add(at, remaining);
	}

	/**
	 * Whether the bid is live, and its owner may lead as soon as the election is free.
	 */
	boolean isBelieved(long token, long at) {
		return token == this.token && this.renewed && !this.pending && at < this.endsBy;
	}

	/** Whether the others have had the time to see the bid. */
	boolean isKnown(long at) {
		return at - this.firstSeenAt >= this.retryInterval;
	}

}
