/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.util.Locale;

import io.leaderelection.observation.LeaderElectionObservationDocumentation.HighCardinalityKeys;
import io.leaderelection.observation.LeaderElectionObservationDocumentation.LowCardinalityKeys;
import io.micrometer.common.KeyValues;

/**
 * Names and key values of {@link LeaderElectionObservationDocumentation#HANDOVER}, as
 * documented there. Made to be extended.
 */
public class DefaultHandoverObservationConvention implements HandoverObservationConvention {

	private static final String NAME = "leader.election.handover";

	@Override
	public String getName() {
		return NAME;
	}

	@Override
	public String getContextualName(HandoverObservationContext context) {
		return "handover " + context.getElection();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(HandoverObservationContext context) {
		return KeyValues.of(context.electionKey(),
				LowCardinalityKeys.CAUSE.withValue(context.getCause().name().toLowerCase(Locale.ROOT)),
				context.outcomeKey());
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(HandoverObservationContext context) {
		return KeyValues.of(context.partitionKey(),
				HighCardinalityKeys.FENCING_TOKEN.withValue(String.valueOf(context.getFencingToken())));
	}

}
