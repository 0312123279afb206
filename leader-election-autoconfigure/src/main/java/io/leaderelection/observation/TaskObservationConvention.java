/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Convention for {@link LeaderElectionObservationDocumentation#TASK runs of tasks}. A
 * bean of this type replaces {@link DefaultTaskObservationConvention}.
 */
public interface TaskObservationConvention extends ObservationConvention<TaskObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof TaskObservationContext;
	}

}
