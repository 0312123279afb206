/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Convention for {@link LeaderElectionObservationDocumentation#STORE_CALL calls to the
 * store}. A bean of this type replaces {@link DefaultStoreCallObservationConvention}.
 */
public interface StoreCallObservationConvention extends ObservationConvention<StoreCallObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof StoreCallObservationContext;
	}

}
