/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.event;

import io.leaderelection.LeaderElections;
import io.leaderelection.Revocation;
import io.leaderelection.TransitionCause;

/**
 * Event published when this instance stops accepting work for a term. During a voluntary
 * handover, the lease is kept until the listeners have returned, within the drain
 * timeout.
 */
@SuppressWarnings("serial")
public class LeadershipRevokedEvent extends LeaderElectionEvent {

	private final long fencingToken;

	private final TransitionCause cause;

	/**
	 * Creates the event.
	 * @param source the elections of this instance
	 * @param revocation the end of the term
	 */
	public LeadershipRevokedEvent(LeaderElections source, Revocation revocation) {
		super(source, revocation.election());
		this.fencingToken = revocation.fencingToken();
		this.cause = revocation.cause();
	}

	/**
	 * Returns the fencing token of the term that ends.
	 * @return the token
	 */
	public long getFencingToken() {
		return this.fencingToken;
	}

	/**
	 * Returns the reason why the term ends.
	 * @return the cause
	 */
	public TransitionCause getCause() {
		return this.cause;
	}

}
