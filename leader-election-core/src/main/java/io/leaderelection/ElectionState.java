/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * Where a candidate stands in one election.
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
	 * Contending; another candidate leads or nobody does.
	 */
	FOLLOWER,

	/**
	 * Granted by the store, waiting until no former leader can still believe in its term.
	 * Does not lead yet.
	 */
	PENDING,

	/**
	 * Leads while inside the lease.
	 */
	LEADER,

	/**
	 * Hands over: starts no new work and waits for running work before it releases.
	 */
	DRAINING

}
