/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.observation.LeaderElectionObservationDocumentation.LowCardinalityKeys;
import io.micrometer.common.KeyValues;

/**
 * Names and key values of {@link LeaderElectionObservationDocumentation#GUARDED_CALL}, as
 * documented there. Made to be extended.
 */
public class DefaultGuardedCallObservationConvention implements GuardedCallObservationConvention {

	private static final String NAME = "leader.election.guarded.call";

	@Override
	public String getName() {
		return NAME;
	}

	@Override
	public String getContextualName(GuardedCallObservationContext context) {
		return "on-leader " + context.getType().getSimpleName() + "." + context.getMethod().getName();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(GuardedCallObservationContext context) {
		return KeyValues.of(context.electionKey(),
				LowCardinalityKeys.CODE_NAMESPACE.withValue(context.getType().getName()),
				LowCardinalityKeys.CODE_FUNCTION.withValue(context.getMethod().getName()), context.outcomeKey());
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(GuardedCallObservationContext context) {
		return KeyValues.of(context.partitionKey());
	}

}
