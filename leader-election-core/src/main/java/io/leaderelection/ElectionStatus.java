/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A snapshot of one election, for display.
 *
 * @param election the name of the election
 * @param state the state of this candidate
 * @param leading what {@link LeaderElection#isLeader()} returned at that moment
 * @param unconfirmed whether the store has yet to confirm the term, because a clock
 * jumped or the connection was lost
 * @param leader the known leader, or {@code null} while undecided or vacant
 * @param fencingToken the token of the known leader's term, or {@code null}
 * @param leaseRemaining how long this candidate's own term lasts without a renewal, or
 * {@code null} if it has none
 * @param lastContact when the store last gave a definite answer about this election, or
 * {@code null}
 * @param lastError why the last command for this election was not answered, or
 * {@code null} if it was; the refusal of a command that may write stays until such a
 * command was answered
 * @param refused whether the last error lasts until somebody corrects it: a right or a
 * table is missing in the store, the store has been read-only for a lease, or versions of
 * libraries do not match
 * @param vacantSince when the vacancy began, or {@code null} if a leader is known
 * @param withheldBy why this candidate does not contend although the elections are
 * started: {@link TransitionCause#PAUSED}, {@link TransitionCause#INELIGIBLE},
 * {@link TransitionCause#PARTITIONS_UNCONFIRMED}, {@link TransitionCause#DRAIN_TIMEOUT}
 * while work or listeners of a past term have not ended; empty if it may contend
 * @param transitions the most recent changes of state, oldest first
 * @param priority the priority of this candidate, or {@code null} if it has no preference
 * @param bidder the candidate that bids for the election, this one or another, with the
 * token and the time of its bid; {@code null} if there is none, or if this candidate does
 * not look for bids
 * @param otherHolder the name that a client which is not a candidate has entered as owner
 * of the lease, so that nobody leads; {@code null} if there is none
 * @param suspension why the election is suspended: in the state
 * {@link ElectionState#SUSPENDED}, and while another candidate keeps the lease, as its
 * record was last seen; {@code null} if it is not known to be
 */
public record ElectionStatus(String election, ElectionState state, boolean leading, boolean unconfirmed,
		@Nullable Leader leader, @Nullable Long fencingToken, @Nullable Duration leaseRemaining,
		@Nullable Instant lastContact, @Nullable String lastError, boolean refused, @Nullable Instant vacantSince,
		Set<TransitionCause> withheldBy, List<Transition> transitions, @Nullable Integer priority,
		@Nullable Leader bidder, @Nullable String otherHolder, @Nullable Suspension suspension) {

	public ElectionStatus {
		withheldBy = Set.copyOf(withheldBy);
		transitions = List.copyOf(transitions);
	}

}
