/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.util.Locale;

import io.leaderelection.observation.LeaderElectionObservationDocumentation.ObservationKey;
import io.micrometer.common.KeyValues;

/**
 * Default convention for {@link LeaderElectionObservationDocumentation#HANDOVER} with the
 * names and key values documented there. Designed for extension.
 */
public class DefaultHandoverObservationConvention implements HandoverObservationConvention {

	@Override
	public String getName() {
		return "leader.election.handover";
	}

	@Override
	public String getContextualName(HandoverObservationContext context) {
		return "handover " + context.getElection();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(HandoverObservationContext context) {
		return KeyValues.of(ObservationKey.election(context.getElection()),
				ObservationKey.CAUSE.withValue(context.getBeginning().cause().name().toLowerCase(Locale.ROOT)),
				ObservationKey.OUTCOME.withValue(context.getOutcome()));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(HandoverObservationContext context) {
		return KeyValues.of(ObservationKey.partition(context.getElection()),
				ObservationKey.FENCING_TOKEN.withValue(String.valueOf(context.getBeginning().fencingToken())));
	}

}
