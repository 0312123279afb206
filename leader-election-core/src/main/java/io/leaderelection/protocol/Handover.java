/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import io.leaderelection.ElectionState;

/**
 * A voluntary end of a term in progress: where it leads to, and how far it is.
 */
final class Handover {

	private ElectionState exit;

	private long coolDown;

	private boolean workEnded;

	private final long until;

	private boolean releasing;

	private boolean repeated;

	private long releaseBy;

	/**
	 * Begins a handover.
	 * @param exit the state afterwards
	 * @param coolDown how long not to contend afterwards
	 * @param workEnded whether there is no work to wait for
	 * @param until when to give up waiting for the work
	 */
	Handover(ElectionState exit, long coolDown, boolean workEnded, long until) {
		this.exit = exit;
		this.coolDown = coolDown;
		this.workEnded = workEnded;
		this.until = until;
	}

	ElectionState exit() {
		return this.exit;
	}

	long coolDown() {
		return this.coolDown;
	}

	boolean isWorkEnded() {
		return this.workEnded;
	}

	boolean isReleasing() {
		return this.releasing;
	}

	boolean isTimedOut(long at) {
		return !this.workEnded && at >= this.until;
	}

	/** When waiting for the work ends, or {@link ElectionProtocol#NEVER}. */
	long due() {
		return this.workEnded ? ElectionProtocol.NEVER : this.until;
	}

	/** Stopping outdoes pausing, which outdoes contending again. */
	void askAgain(ElectionState exit, long coolDown) {
		if (exit == ElectionState.STOPPED || this.exit == ElectionState.FOLLOWER) {
			this.exit = exit;
		}
		this.coolDown = Math.max(this.coolDown, coolDown);
	}

	/** The stop or pause that caused this was taken back. */
	void exitTo(ElectionState exit) {
		this.exit = exit;
	}

	void workEnded() {
		this.workEnded = true;
	}

	void releasing(long by) {
		this.releasing = true;
		this.releaseBy = by;
	}

	/**
	 * How long a release of unknown fate may be repeated, once: it is guarded by nonce
	 * and token, so that doing it twice does no harm. Zero or less if not.
	 */
	long repeatFor(long at) {
		if (this.repeated) {
			return 0;
		}
		this.repeated = true;
		return this.releaseBy - at;
	}

}
