/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import io.leaderelection.ElectionState;

/**
 * A handover in progress: its progress, and the state that follows.
 */
final class Handover {

	private ElectionState exit;

	private long coolDown;

	private boolean workEnded;

	private final long until;

	private boolean noted;

	private boolean releasing;

	private boolean repeated;

	private long releaseBy;

	/**
	 * Begins a handover.
	 * @param exit the state afterwards
	 * @param coolDown how long not to contend afterwards
	 * @param workEnded whether there is no work to wait for
	 * @param until when to stop waiting for the work
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

	/** Returns the state that follows if the term ends before it is handed over. */
	ElectionState exitWithoutTerm() {
		return isSuspension() ? ElectionState.FOLLOWER : this.exit;
	}

	long coolDown() {
		return this.coolDown;
	}

	boolean isWorkEnded() {
		return this.workEnded;
	}

	/** Returns whether the lease is kept afterwards. */
	boolean isSuspension() {
		return this.exit == ElectionState.SUSPENDED;
	}

	/**
	 * Returns whether the work has ended and the note that suspends the election is
	 * written. If the note was removed, the lease is released instead.
	 */
	boolean endsSuspended(OwnCheckpoints checkpoints) {
		if (isSuspension() && !checkpoints.suspend()) {
			this.exit = ElectionState.FOLLOWER;
		}
		return isSuspension() && this.workEnded && !checkpoints.isOpen();
	}

	boolean isReleasing() {
		return this.releasing;
	}

	boolean isTimedOut(long at) {
		return !this.workEnded && at >= this.until;
	}

	/** Returns when waiting for the work ends, or {@link ElectionProtocol#NEVER}. */
	long due() {
		return this.workEnded ? ElectionProtocol.NEVER : this.until;
	}

	/**
	 * Adds another request: stopping overrides pausing, which overrides contending again,
	 * which overrides a suspension. Its note remains, so the next leader is suspended.
	 */
	void requestAgain(ElectionState exit, long coolDown) {
		if (exit == ElectionState.STOPPED || this.exit == ElectionState.FOLLOWER || isSuspension()) {
			this.exit = exit;
		}
		this.coolDown = Math.max(this.coolDown, coolDown);
	}

	/** Replaces the state that follows, because the request was withdrawn. */
	void exitTo(ElectionState exit) {
		this.exit = exit;
	}

	void workEnded() {
		this.workEnded = true;
	}

	/**
	 * Returns whether a release waits for checkpoints that are not known to be written:
	 * at least for one answer, and for as long as the drain and the lease leave time for
	 * one more, and for the release.
	 */
	boolean waitsForNotes(OwnTerm term, OpenStep step, long operationTimeout) {
		return term.checkpoints().isOpen() && (!this.noted || (step.at() + operationTimeout < this.until
				&& term.bounds().left(step.now()) > 2 * operationTimeout));
	}

	/** Checkpoints are sent after the work has ended. */
	void noted() {
		this.noted = true;
	}

	boolean isNoted() {
		return this.noted;
	}

	void releasing(long by) {
		this.releasing = true;
		this.releaseBy = by;
	}

	/**
	 * Returns the time left to repeat an unanswered release, which is allowed once; zero
	 * or less if there is none. The release carries nonce and token, so that a second one
	 * does no harm.
	 */
	long repeatFor(long at) {
		if (this.repeated) {
			return 0;
		}
		this.repeated = true;
		return this.releaseBy - at;
	}

}
