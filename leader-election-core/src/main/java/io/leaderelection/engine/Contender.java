/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import io.leaderelection.protocol.Effect;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Moment;

/**
 * An election as the loop sees it. Touched by the loop alone.
 */
interface Contender {

	String name();

	/** Whether this is an election, and not the bid for one. */
	default boolean isElection() {
		return false;
	}

	/** When to be woken, by the ticker. */
	long wakeAt();

	/** Whether there is a term, which a clock that jumped may end. */
	boolean hasTerm();

	/** Gives up what was not answered in time, and lets time pass. */
	void wake(Moment now);

	/** With each heartbeat: whatever failed is tried again. */
	void tryAgain();

	/**
	 * Brings an answer to the protocol.
	 * @param ofStore whether a failure was logged as one of the store
	 * @return whether the protocol has heard it; if not, it hears later that there is
	 * none
	 */
	boolean answered(Effect.Send<?> send, Outcome outcome, boolean ofStore);

}
