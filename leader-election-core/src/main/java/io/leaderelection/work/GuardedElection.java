/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.TransitionCause;
import org.jspecify.annotations.Nullable;

/**
 * An election for integrations that guard work or decide whether this candidate may
 * contend. Implemented by all elections of this library's engine. Safe to use from any
 * thread.
 */
public interface GuardedElection extends LeaderElection {

	/**
	 * Returns an election with the methods for integrations.
	 * @param election the election
	 * @return the same election
	 * @throws IllegalArgumentException if it is not of this library's engine, for example
	 * a mock
	 */
	static GuardedElection of(LeaderElection election) {
		if (election instanceof GuardedElection guarded) {
			return guarded;
		}
		throw new IllegalArgumentException("Election '" + election.name() + "' is a " + election.getClass().getName()
				+ ". Use an election of ElectionEngineBuilder.alwaysLeading() or neverLeading() in place of a mock");
	}

	@Override
	@Nullable EnteredCall tryEnter(OnLoss onLoss);

	/**
	 * Returns whether some candidate is known to lead right now: another one, or this one
	 * so that {@link #isLeader()} is {@code true}. The election is undecided while a term
	 * of this candidate is unconfirmed, over, or being handed over. It is decided that
	 * nobody leads while this candidate keeps the lease of a suspended election.
	 * @return whether it is neither undecided nor vacant
	 */
	boolean isDecided();

	/**
	 * Hands over leadership as {@link #stepDown(Duration)} does, with another cause.
	 * @param coolDown how long this candidate does not contend afterwards; not negative
	 * @param cause the cause reported to listeners: one of
	 * {@link TransitionCause#STEP_DOWN}, {@link TransitionCause#STALLED},
	 * {@link TransitionCause#TASK_FAILED}, {@link TransitionCause#INELIGIBLE} and
	 * {@link TransitionCause#TENURE}
	 * @return see {@link #stepDown()}
	 * @throws IllegalArgumentException if the cool-down is negative or the cause is
	 * another one
	 */
	CompletionStage<Void> stepDown(Duration coolDown, TransitionCause cause);

	/**
	 * Pauses as {@link #pause()} does, for one cause. A candidate contends only while
	 * there is no such cause; a cause given twice counts once.
	 * @param cause the cause: {@link TransitionCause#PAUSED} or
	 * {@link TransitionCause#INELIGIBLE}
	 * @return see {@link #pause()}
	 * @throws IllegalArgumentException if the cause is another one
	 */
	CompletionStage<Void> withhold(TransitionCause cause);

	/**
	 * Ends a {@link #withhold(TransitionCause)} for one cause.
	 * @param cause the cause
	 * @return see {@link #resume()}
	 * @throws IllegalArgumentException if the cause does not withhold the candidate
	 */
	CompletionStage<Void> restore(TransitionCause cause);

}
