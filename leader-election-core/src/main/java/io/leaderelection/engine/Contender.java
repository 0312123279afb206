/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import io.leaderelection.protocol.Effect;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Moment;

/**
 * An election, or a bid, that the loop drives. Used only by the loop.
 */
interface Contender {

	String name();

	/** Returns whether this is an election and not a bid. */
	default boolean isElection() {
		return false;
	}

	/** Returns the ticker reading at which to wake this contender. */
	long wakeAt();

	/** Returns whether there is a term, which a clock jump may end. */
	boolean hasTerm();

	/** Times out commands without an answer, and acts on the time. */
	void wake(Moment now);

	/** Called with each heartbeat: tries again what failed. */
	void tryAgain();

	/**
	 * Passes an answer to the protocol.
	 * @param ofStore whether a failure was already logged as one of the store
	 * @return whether the protocol has processed it; if not, the command times out later
	 */
	boolean answered(Effect.Send<?> send, Outcome outcome, boolean ofStore);

}
