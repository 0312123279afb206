/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.PostgresRightsIT;
import org.junit.jupiter.api.Tag;

@Tag("server")
class AdvisoryRightsIT extends PostgresRightsIT {

	@Override
	protected LeaseStoreFactory storeFactory(ConnectionSource source) {
		return AdvisoryLeaseStoreFactory.builder(source).build();
	}

	/** The failure ends the session and thus releases the lock. */
	@Override
	protected Class<? extends Outcome> seenAfterAFailure() {
		return Outcome.Free.class;
	}

}
