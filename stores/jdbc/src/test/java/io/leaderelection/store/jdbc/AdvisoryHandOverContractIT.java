/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.advisory.AdvisoryLeaseStoreFactory;
import org.junit.jupiter.api.Tag;

/**
 * Hand-overs of advisory locks, whose sessions the server ends by its own clock.
 */
@Tag("server")
class AdvisoryHandOverContractIT extends JdbcHandOverContract {

	@Override
	TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Override
	LeaseStoreFactory factory() {
		return AdvisoryLeaseStoreFactory.builder(database().source()).build();
	}

}
