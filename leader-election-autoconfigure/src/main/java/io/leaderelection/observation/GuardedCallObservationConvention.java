/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Convention for {@link LeaderElectionObservationDocumentation#GUARDED_CALL calls of
 * guarded methods}. A bean of this type replaces
 * {@link DefaultGuardedCallObservationConvention}.
 */
public interface GuardedCallObservationConvention extends ObservationConvention<GuardedCallObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof GuardedCallObservationContext;
	}

}
