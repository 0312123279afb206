/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

/**
 * A leader's decision about the bids for its election: each is conceded to once, by
 * whichever leader, and one that cannot be conceded to for long is reported once.
 */
final class Concession {

	private final long longest;

	/** The bid that this instance has noted last, and its term. */
	private long noting;

	private long notingIn;

	private long made;

	private long hinderedBy;

	private long hinderedSince;

	private long reported;

	Concession(long longest) {
		this.longest = longest;
	}

	/** This instance has handed over to a bid. */
	void made(long bid) {
		this.made = Math.max(this.made, bid);
	}

	/**
	 * Returns whether a bid may be conceded to. One that is not newer than the last noted
	 * bid may not, because another leader may have conceded to it.
	 */
	boolean isOpen(long bid, long noted, long term) {
		return bid > this.made && (bid > noted || (bid == this.noting && term == this.notingIn));
	}

	/** Returns whether a bid has to be noted now, once for each bid and term. */
	boolean isToNote(long bid, long term) {
		boolean first = bid != this.noting || term != this.notingIn;
		this.noting = bid;
		this.notingIn = term;
		return first;
	}

	/** Guarded work prevents the handover; returns whether to report this now. */
	boolean hindered(long bid, long at) {
		if (this.hinderedBy != bid) {
			this.hinderedBy = bid;
			this.hinderedSince = at;
		}
		return at - this.hinderedSince >= this.longest && isToReport(bid);
	}

	/** Returns whether nothing about a bid was reported before. */
	boolean isToReport(long bid) {
		boolean first = this.reported != bid;
		this.reported = bid;
		return first;
	}

}
