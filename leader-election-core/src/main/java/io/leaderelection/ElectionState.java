/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * The state of a candidate in one election.
 */
public enum ElectionState {

	/**
	 * Not contending: not started, stopped, or left.
	 */
	STOPPED,

	/**
	 * Deliberately not contending; observes who leads.
	 */
	PAUSED,

	/**
	 * Contending; another candidate leads, or none.
	 */
	FOLLOWER,

	/**
	 * Has a term, but waits because a former leader may still believe that it leads. Does
	 * not lead yet.
	 */
	PENDING,

	/**
	 * Leads while the lease lasts.
	 */
	LEADER,

	/**
	 * Has a term, but does not lead because the election is suspended: keeps the lease,
	 * so that nobody else leads either.
	 */
	SUSPENDED,

	/**
	 * Hands over: starts no new work and waits for running work before it releases the
	 * lease.
	 */
	DRAINING

}
