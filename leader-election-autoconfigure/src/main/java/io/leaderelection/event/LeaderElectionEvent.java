/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.event;

import io.leaderelection.LeaderElections;

import org.springframework.context.ApplicationEvent;

/**
 * Base class of the events of leader election. They are published in order for each
 * election, on a thread of this library that does not renew leases.
 */
@SuppressWarnings("serial")
public abstract class LeaderElectionEvent extends ApplicationEvent {

	private final String election;

	LeaderElectionEvent(LeaderElections source, String election) {
		super(source);
		this.election = election;
	}

	/**
	 * Returns the election, for use in conditions such as
	 * {@code "#event.election == 'billing'"}.
	 * @return the name of the election
	 */
	public String getElection() {
		return this.election;
	}

	@Override
	public String toString() {
		return getClass().getSimpleName() + "[election=" + this.election + "]";
	}

}
