/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.util.Locale;

import io.leaderelection.Transition;
import io.leaderelection.observation.LeaderElectionObservationDocumentation.ObservationKey;
import io.micrometer.common.KeyValues;

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

	@Override
	LeaderElectionObservationDocumentation documentation() {
		return LeaderElectionObservationDocumentation.HANDOVER;
	}

	@Override
	String contextualName() {
		return "handover " + this.election;
	}

	@Override
	KeyValues lowCardinality() {
		return KeyValues.of(ObservationKey.election(this.election),
				ObservationKey.CAUSE.withValue(this.beginning.cause().name().toLowerCase(Locale.ROOT)));
	}

	@Override
	KeyValues highCardinality() {
		return KeyValues.of(ObservationKey.partition(this.election),
				ObservationKey.FENCING_TOKEN.withValue(String.valueOf(this.beginning.fencingToken())));
	}

}
