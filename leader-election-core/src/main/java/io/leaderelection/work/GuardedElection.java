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
 * An election as integrations use it that guard work or decide whether this candidate may
 * contend. Each election of this library's engine is one. Safe to use from any thread.
 */
public interface GuardedElection extends LeaderElection {

	/**
	 * The integrator's view of an election.
	 * @param election the election
	 * @return the same election
	 * @throws IllegalArgumentException if it is not of this library's engine, as an
	 * election that is mocked
	 */
	static GuardedElection of(LeaderElection election) {
		if (election instanceof GuardedElection guarded) {
			return guarded;
		}
		throw new IllegalArgumentException("Election '" + election.name() + "' is a " + election.getClass().getName()
				+ ". Use an election of ElectionEngineBuilder.alwaysLeading() or neverLeading() in place of a mock");
	}

	@Override
	@Nullable DetachableCall tryEnter(OnLoss onLoss);

	/**
	 * Whether some candidate is known to lead right now: another one, or this one and
	 * {@link #isLeader()} says so. While a term of this candidate waits to be confirmed,
	 * is over, or is handed over, the election is as undecided as while nobody leads.
	 * @return whether it is neither undecided nor vacant
	 */
	boolean isDecided();

	/**
	 * As {@link #stepDown(Duration)}, for another reason than a request.
	 * @param coolDown how long not to contend afterwards; not negative
	 * @param cause why, as reported to listeners: one of
	 * {@link TransitionCause#STEP_DOWN}, {@link TransitionCause#STALLED},
	 * {@link TransitionCause#TASK_FAILED}, {@link TransitionCause#INELIGIBLE} and
	 * {@link TransitionCause#TENURE}
	 * @return see {@link #stepDown()}
	 * @throws IllegalArgumentException if the cool-down is negative or the cause another
	 * one
	 */
	CompletionStage<Void> stepDown(Duration coolDown, TransitionCause cause);

	/**
	 * As {@link #pause()} for a reason of its own. A candidate contends only while no
	 * reason withholds it; a reason given twice counts once.
	 * @param cause the reason: {@link TransitionCause#PAUSED} or
	 * {@link TransitionCause#INELIGIBLE}
	 * @return see {@link #pause()}
	 * @throws IllegalArgumentException if the cause is another one
	 */
	CompletionStage<Void> withhold(TransitionCause cause);

	/**
	 * Takes {@link #withhold(TransitionCause)} back for one reason.
	 * @param cause the reason
	 * @return see {@link #resume()}
	 * @throws IllegalArgumentException if the cause does not withhold the candidate
	 */
	CompletionStage<Void> restore(TransitionCause cause);

}
