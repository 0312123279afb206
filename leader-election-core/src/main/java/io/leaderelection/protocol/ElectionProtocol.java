/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.List;

import io.leaderelection.time.Moment;

/**
 * One candidate in one election: a function of its state, an input and the time, without
 * threads, clocks or I/O. Not thread-safe. {@link ElectionStateMachine} implements it;
 * the interface lets a simulation wrap it.
 */
public interface ElectionProtocol {

	/** A ticker reading that means "no wake-up". */
	long NEVER = Long.MAX_VALUE;

	/**
	 * Processes an input.
	 * @param input what happened
	 * @param now both clocks, read before this call
	 * @return what to do, in order
	 */
	List<Effect> on(Input input, Moment now);

	/**
	 * Returns the state of the candidate.
	 * @return the standing after the last input
	 */
	Standing standing();

	/**
	 * Returns how long until the candidate has to act without an input.
	 * @param now both clocks
	 * @return nanoseconds until an {@link Input.Tick} is due, 0 if it is overdue, or
	 * {@link #NEVER}
	 */
	long wakeIn(Moment now);

	/**
	 * Returns whether no handover is in progress and nothing has to be undone now.
	 * @return whether nothing is pending
	 */
	boolean quiet();

	/**
	 * Returns whether a stopped candidate owns nothing in the store and no pending
	 * command can change that, so that the candidate can be discarded.
	 * @return whether nothing is left to undo, now or later
	 */
	boolean settled();

}
