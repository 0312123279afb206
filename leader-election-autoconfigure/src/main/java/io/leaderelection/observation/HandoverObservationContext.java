/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.Transition;

/**
 * The context of a handover. The outcome is the cause with which the handover ended:
 * {@code released} if it went well.
 */
public final class HandoverObservationContext extends LeaderElectionObservationContext {

	private final String election;

	private final Transition beginning;

	HandoverObservationContext(String election, Transition beginning) {
		this.election = election;
		this.beginning = beginning;
	}

	/**
	 * The election.
	 * @return the name; of a partition with its number
	 */
	public String getElection() {
		return this.election;
	}

	/**
	 * The beginning of the handover.
	 * @return the change of state, with cause and fencing token
	 */
	public Transition getBeginning() {
		return this.beginning;
	}

}
