/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.observation.LeaderElectionObservationDocumentation.ObservationKey;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Convention for all observations, with the names and key values of
 * {@link LeaderElectionObservationDocumentation}. A bean of this type replaces it.
 * Designed for extension: the class of the context identifies what is observed. The
 * methods are called when an observation starts and again when it ends.
 */
public class LeaderElectionObservationConvention implements ObservationConvention<LeaderElectionObservationContext> {

	/**
	 * Returns the name of an observation, and so of its meter.
	 * @param context the context
	 * @return the name
	 */
	public String getName(LeaderElectionObservationContext context) {
		return context.documentation().getName();
	}

	@Override
	public String getContextualName(LeaderElectionObservationContext context) {
		return context.contextualName();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(LeaderElectionObservationContext context) {
		return context.lowCardinality().and(ObservationKey.OUTCOME.withValue(context.getOutcome()));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(LeaderElectionObservationContext context) {
		return context.highCardinality();
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof LeaderElectionObservationContext;
	}

}
