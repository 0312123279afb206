/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Convention for {@link LeaderElectionObservationDocumentation#HANDOVER handovers}. A
 * bean of this type replaces {@link DefaultHandoverObservationConvention}.
 */
public interface HandoverObservationConvention extends ObservationConvention<HandoverObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof HandoverObservationContext;
	}

}
