/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * Why a candidate's state in an election changed.
 */
public enum TransitionCause {

	/** The candidate began to contend. */
	STARTED,

	/** The store granted a term and nobody else could believe in a former one. */
	ACQUIRED,

	/** The lease ran out by this process's own clocks before a renewal succeeded. */
	EXPIRED,

	/** The store said that the term is over. */
	LOST,

	/**
	 * The clocks of this process parted and the store did not confirm the term in time.
	 */
	CLOCK_JUMP,

	/**
	 * The connection that keeps the term was lost and the store did not confirm the term
	 * in time.
	 */
	DISCONNECTED,

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

	/** The term had lasted as long as it may. */
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
	 * The candidate does not know that its number of partitions is the one that all
	 * instances have.
	 */
	PARTITIONS_UNCONFIRMED,

	/** Nothing keeps the candidate from contending any more. */
	RESUMED,

	/** The lease was released after the work had ended. */
	RELEASED,

	/** The work did not end within the drain timeout; the lease is left to run out. */
	DRAIN_TIMEOUT

}
