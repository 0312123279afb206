/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.advisory.AdvisoryLeaseStoreFactory;
import org.junit.jupiter.api.Tag;

@Tag("server")
class AdvisoryRightsIT extends PostgresRightsIT {

	@Override
	LeaseStoreFactory storeFactory(ConnectionSource source) {
		return AdvisoryLeaseStoreFactory.builder(source).build();
	}

	/** The failure costs the session, and with it the lock. */
	@Override
	Class<? extends Outcome> seenAfterAFailure() {
		return Outcome.Free.class;
	}

}
