/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.event;

import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;

/**
 * Event published when this instance becomes the leader. Followed by exactly one
 * {@link LeadershipRevokedEvent} for the same term.
 */
@SuppressWarnings("serial")
public class LeadershipGrantedEvent extends LeaderElectionEvent {

	private final transient Leadership leadership;

	/**
	 * Creates the event.
	 * @param source the elections of this instance
	 * @param leadership the term that begins
	 */
	public LeadershipGrantedEvent(LeaderElections source, Leadership leadership) {
		super(source, leadership.election());
		this.leadership = leadership;
	}

	/**
	 * Returns the term that begins. It may have ended when a listener reads it.
	 * @return the term
	 */
	public Leadership getLeadership() {
		return this.leadership;
	}

	/**
	 * Returns the fencing token of the term.
	 * @return the token
	 */
	public long getFencingToken() {
		return this.leadership.fencingToken();
	}

}
