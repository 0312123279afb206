/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol.bid;

import io.leaderelection.Leader;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.Standing;
import org.jspecify.annotations.Nullable;

/**
 * An election as an instance takes part in it. {@link Distribution} reads it and acts
 * through it, on one thread.
 */
public interface Seat {

	/**
	 * The bid for the election, this instance's or another's.
	 * @return the same object for as long as the instance takes part
	 */
	Bidding bidding();

	/**
	 * Where this instance stands in the election.
	 * @return the standing
	 */
	Standing standing();

	/**
	 * The leader that is known, which may be this instance.
	 * @return the leader, or {@code null}
	 */
	@Nullable Leader leader();

	/**
	 * The last bid that a leader of this election noted in order to hand over to it.
	 * @return the token of the bid as the record is known to have it, or 0 if there is
	 * none or this instance does not lead
	 */
	long noted();

	/**
	 * Notes a bid in the record. Asked once for each bid.
	 * @param bid the token of the bid
	 */
	void note(long bid);

	/**
	 * Hands the election over for {@link Distribution#AWAY}, unless a guarded call runs.
	 * @param cause PREEMPTED or REBALANCED
	 * @return whether the handover has begun
	 */
	boolean handOver(TransitionCause cause);

	/**
	 * While another instance bids for the election this one lets it go first.
	 * @param bids whether another instance bids
	 */
	void otherBids(boolean bids);

	/**
	 * Something about a bid is to be logged.
	 * @param problem what, a sentence without its full stop
	 */
	void report(String problem);

}
