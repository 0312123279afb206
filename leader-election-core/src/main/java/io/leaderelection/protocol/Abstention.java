/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

/**
 * The reasons why a candidate that could contend only observes, and when they end.
 */
final class Abstention {

	private long coolDownUntil;

	/** When the lease of a term that was not released is over. */
	private long formerLeaseUntil;

	/** Until when other candidates go first, because an attempt was abandoned. */
	private long awayUntil;

	/** Whether an abandoned attempt is known to have acquired the record. */
	private boolean acquiredInVain;

	/** The token of a past term whose work has not ended, or 0. */
	private long lingering;

	void coolDown(long until) {
		this.coolDownUntil = until;
	}

	void waitForFormerLease(long until) {
		this.formerLeaseUntil = until;
	}

	/** An attempt was abandoned, of which it may be known that it acquired the record. */
	void stayAway(long until, boolean acquired) {
		this.awayUntil = until;
		this.acquiredInVain = acquired;
	}

	/** The record was observed, with a term of this candidate or without. */
	void observed(boolean own, long at) {
		this.acquiredInVain |= own;
		if (!this.acquiredInVain) {
			this.awayUntil = Math.min(this.awayUntil, at);
		}
	}

	/** The term has ended, but not its work. */
	void linger(long token) {
		this.lingering = token;
	}

	boolean isLingering() {
		return this.lingering != 0;
	}

	/** Ends the wait for the work of a term, and returns whether there was one. */
	boolean lingered(long token) {
		boolean own = this.lingering == token && token != 0;
		if (own) {
			this.lingering = 0;
		}
		return own;
	}

	/**
	 * Returns when to contend again, or {@link ElectionProtocol#NEVER} if this is
	 * unknown.
	 */
	long until() {
		return isLingering() ? ElectionProtocol.NEVER
				: Math.max(Math.max(this.coolDownUntil, this.formerLeaseUntil), this.awayUntil);
	}

}
