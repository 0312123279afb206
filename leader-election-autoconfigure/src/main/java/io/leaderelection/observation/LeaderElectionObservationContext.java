/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;

/**
 * Base class of the observation contexts. Conventions read a context at the start and
 * again at the end.
 */
public abstract sealed class LeaderElectionObservationContext extends Observation.Context permits
		GuardedCallObservationContext, TaskObservationContext, HandoverObservationContext, StoreCallObservationContext {

	private volatile String outcome = "unknown";

	/**
	 * Returns the outcome.
	 * @return the outcome in lower case, {@code unknown} until the end
	 */
	public String getOutcome() {
		return this.outcome;
	}

	void setOutcome(String outcome) {
		this.outcome = outcome;
	}

	abstract LeaderElectionObservationDocumentation documentation();

	abstract String contextualName();

	/** Returns the key values that meters and traces have, without the outcome. */
	abstract KeyValues lowCardinality();

	/** Returns the key values that only traces have. */
	abstract KeyValues highCardinality();

}
