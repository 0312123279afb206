/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

import io.leaderelection.Leader;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.Standing;
import org.jspecify.annotations.Nullable;

/**
 * An election that an instance takes part in, as {@link Distribution} reads and changes
 * it, on one thread.
 */
public interface Seat {

	/**
	 * Returns the bid for the election.
	 * @return the same object for as long as the instance takes part
	 */
	Bidding bidding();

	/**
	 * Returns the state of this instance in the election.
	 * @return the standing
	 */
	Standing standing();

	/**
	 * The known leader, which may be this instance.
	 * @return the leader, or {@code null}
	 */
	@Nullable Leader leader();

	/**
	 * Returns the last bid that a leader of this election noted before it handed over.
	 * @return the token of the bid that is known to be on record, or 0 if there is none
	 * or this instance does not lead
	 */
	long noted();

	/**
	 * Notes a bid on record. Called once for each bid.
	 * @param bid the token of the bid
	 */
	void note(long bid);

	/**
	 * Hands over leadership for {@link Distribution#AWAY}, unless a guarded call runs.
	 * @param cause PREEMPTED or REBALANCED
	 * @return whether the handover has begun
	 */
	boolean handOver(TransitionCause cause);

	/**
	 * Sets whether another instance goes first when the election is free, because it bids
	 * or is the heir of the leader.
	 * @param first whether another instance goes first
	 */
	void othersFirst(boolean first);

	/**
	 * Logs a problem with a bid.
	 * @param problem the problem, a sentence without its full stop
	 */
	void report(String problem);

}
