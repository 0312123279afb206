/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.observation.LeaderElectionObservationDocumentation.ObservationKey;
import io.micrometer.common.KeyValues;

/**
 * Default convention for {@link LeaderElectionObservationDocumentation#STORE_CALL} with
 * the names and key values documented there. Designed for extension.
 */
public class DefaultStoreCallObservationConvention implements StoreCallObservationConvention {

	@Override
	public String getName() {
		return "leader.election.store.call";
	}

	@Override
	public String getContextualName(StoreCallObservationContext context) {
		return "lease-store " + context.getOperation();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(StoreCallObservationContext context) {
		return KeyValues.of(ObservationKey.OPERATION.withValue(context.getOperation()),
				ObservationKey.BACKEND.withValue(context.getBackend()),
				ObservationKey.OUTCOME.withValue(context.getOutcome()));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(StoreCallObservationContext context) {
		return KeyValues.of(ObservationKey.COMMANDS.withValue(String.valueOf(context.getCommands())));
	}

}
