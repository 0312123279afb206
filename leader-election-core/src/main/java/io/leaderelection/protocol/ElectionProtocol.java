/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.List;

import io.leaderelection.time.Moment;

/**
 * One candidate in one election: a function of its state, an input and the time, without
 * threads, clocks or I/O of its own. Not thread-safe. {@link ElectionStateMachine} is the
 * protocol; the interface lets a simulation put something between it and the world.
 */
public interface ElectionProtocol {

	/** A ticker reading that asks for no wake-up. */
	long NEVER = Long.MAX_VALUE;

	/**
	 * Takes an input.
	 * @param input what happened
	 * @param now both clocks, read before this call
	 * @return what to do, in order
	 */
	List<Effect> on(Input input, Moment now);

	/**
	 * Where the candidate stands.
	 * @return the standing after the last input
	 */
	Standing standing();

	/**
	 * How long until time alone matters.
	 * @param now both clocks
	 * @return nanoseconds until an {@link Input.Tick} is due, 0 if it is overdue, or
	 * {@link #NEVER}
	 */
	long wakeIn(Moment now);

	/**
	 * Whether nothing is left to hand over or to undo.
	 * @return whether the candidate is done with the past
	 */
	boolean quiet();

	/**
	 * Whether a candidate that stopped has nothing left in the store, nor can get
	 * anything there any more: it may be forgotten.
	 * @return whether nothing is left to undo, now or later
	 */
	boolean settled();

}
