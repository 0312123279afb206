/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * The cause of a candidate's change of state in an election.
 */
public enum TransitionCause {

	/** The candidate began to contend. */
	STARTED,

	/**
	 * The store granted a term and no former leader could still believe that it leads.
	 */
	ACQUIRED,

	/** The lease ran out by this process's own clocks before a renewal succeeded. */
	EXPIRED,

	/** The store answered that the term is over. */
	LOST,

	/**
	 * A clock of this process jumped and the store did not confirm the term in time.
	 */
	CLOCK_JUMP,

	/**
	 * The connection that keeps the term was lost and the store did not confirm the term
	 * in time.
	 */
	DISCONNECTED,

	/**
	 * This library failed in a step of the election, because of a bug or lack of memory.
	 * The lease is left to run out, and the candidate starts anew.
	 */
	FAILED,

	/** Leadership was handed over on request. */
	STEP_DOWN,

	/**
	 * Leadership was handed over because a guarded call exceeded its longest duration, or
	 * a task reported no progress for too long.
	 */
	STALLED,

	/** Leadership was handed over because a task kept failing. */
	TASK_FAILED,

	/** The candidate was not eligible to lead. */
	INELIGIBLE,

	/** The term reached its maximum tenure. */
	TENURE,

	/** Leadership was handed over to an instance with a higher priority. */
	PREEMPTED,

	/** Leadership was handed over to an instance that leads fewer elections. */
	REBALANCED,

	/** The candidate shuts down or leaves the election. */
	SHUTDOWN,

	/** The candidate was paused. */
	PAUSED,

	/**
	 * The election is suspended: no candidate leads until that ends.
	 */
	SUSPENDED,

	/**
	 * The candidate has not confirmed that all instances have its number of partitions.
	 */
	PARTITIONS_UNCONFIRMED,

	/**
	 * The last reason not to contend is gone, or the election is not suspended any more.
	 */
	RESUMED,

	/** The lease was released after the work had ended. */
	RELEASED,

	/** The work did not end within the drain timeout; the lease is left to run out. */
	DRAIN_TIMEOUT

}
