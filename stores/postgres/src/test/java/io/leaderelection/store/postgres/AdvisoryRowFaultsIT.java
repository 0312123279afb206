/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.RowFaultContract;
import io.leaderelection.store.jdbc.TestDatabase;
import org.junit.jupiter.api.Tag;

@Tag("server")
class AdvisoryRowFaultsIT extends RowFaultContract {

	@Override
	public TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Override
	protected LeaseStoreFactory storeFactory(ConnectionSource source) {
		return AdvisoryLeaseStoreFactory.builder(source).build();
	}

	@Override
	protected int roundTripsOfARenewal() {
		return 1;
	}

}
