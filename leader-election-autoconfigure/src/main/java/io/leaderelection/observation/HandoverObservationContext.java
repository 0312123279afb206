/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.Transition;

/**
 * Context of a handover. The outcome is the cause with which the handover ended:
 * {@code released} if it was successful.
 */
public final class HandoverObservationContext extends LeaderElectionObservationContext {

	private final String election;

	private final Transition beginning;

	HandoverObservationContext(String election, Transition beginning) {
		this.election = election;
		this.beginning = beginning;
	}

	/**
	 * Returns the election.
	 * @return the name of the election; a partition's name includes its number
	 */
	public String getElection() {
		return this.election;
	}

	/**
	 * Returns the transition that began the handover.
	 * @return the transition, with its cause and fencing token
	 */
	public Transition getBeginning() {
		return this.beginning;
	}

}
