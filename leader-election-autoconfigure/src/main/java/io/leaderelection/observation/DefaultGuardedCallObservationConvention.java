/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.observation.LeaderElectionObservationDocumentation.ObservationKey;
import io.micrometer.common.KeyValues;

/**
 * Default convention for {@link LeaderElectionObservationDocumentation#GUARDED_CALL} with
 * the names and key values documented there. Designed for extension.
 */
public class DefaultGuardedCallObservationConvention implements GuardedCallObservationConvention {

	@Override
	public String getName() {
		return "leader.election.guarded.call";
	}

	@Override
	public String getContextualName(GuardedCallObservationContext context) {
		return "on-leader " + context.getType().getSimpleName() + "." + context.getMethod().getName();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(GuardedCallObservationContext context) {
		return KeyValues.of(ObservationKey.election(context.getElection()),
				ObservationKey.CODE_NAMESPACE.withValue(context.getType().getName()),
				ObservationKey.CODE_FUNCTION.withValue(context.getMethod().getName()),
				ObservationKey.OUTCOME.withValue(context.getOutcome()));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(GuardedCallObservationContext context) {
		return KeyValues.of(ObservationKey.partition(context.getElection()));
	}

}
