/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.micrometer.observation.Observation;

/**
 * The context of an observation. Conventions read it at the beginning and again at the
 * end.
 */
public abstract sealed class LeaderElectionObservationContext extends Observation.Context permits
		GuardedCallObservationContext, TaskObservationContext, HandoverObservationContext, StoreCallObservationContext {

	private volatile String outcome = "unknown";

	/**
	 * How it ended.
	 * @return the outcome in lower case, {@code unknown} before the end
	 */
	public String getOutcome() {
		return this.outcome;
	}

	void setOutcome(String outcome) {
		this.outcome = outcome;
	}

}
