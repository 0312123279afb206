/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

/**
 * Until when a candidate that could contend observes only.
 */
final class Abstention {

	private long coolDownUntil;

	/** When the lease of a term that was not released is over. */
	private long formerLeaseUntil;

	/** Until when the others go first, because an attempt was given up. */
	private long awayUntil;

	/** The term whose work has not ended although the term has, or 0. */
	private long lingering;

	void coolDown(long until) {
		this.coolDownUntil = until;
	}

	void waitForFormerLease(long until) {
		this.formerLeaseUntil = until;
	}

	void stayAway(long until) {
		this.awayUntil = until;
	}

	/** There is no reason any more to stay away. */
	void comeBack(long at) {
		this.awayUntil = Math.min(this.awayUntil, at);
	}

	/** The work of a term has not ended, but the term has. */
	void linger(long token) {
		this.lingering = token;
	}

	boolean isLingering() {
		return this.lingering != 0;
	}

	/** Whether the work that has ended now is that of the term. */
	boolean lingered(long token) {
		boolean own = this.lingering == token && token != 0;
		if (own) {
			this.lingering = 0;
		}
		return own;
	}

	/** From when on to contend, or {@link ElectionProtocol#NEVER} for now. */
	long until() {
		return isLingering() ? ElectionProtocol.NEVER
				: Math.max(Math.max(this.coolDownUntil, this.formerLeaseUntil), this.awayUntil);
	}

}
