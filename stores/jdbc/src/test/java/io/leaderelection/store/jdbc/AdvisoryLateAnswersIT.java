/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.advisory.AdvisoryLeaseStoreFactory;
import org.junit.jupiter.api.Tag;

@Tag("server")
class AdvisoryLateAnswersIT extends JdbcLateAnswerContract {

	@Override
	TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Override
	LeaseStoreFactory storeFactory(ConnectionSource source) {
		return AdvisoryLeaseStoreFactory.builder(source).build();
	}

	@Override
	protected int port() {
		return TestDatabase.postgresServer().port();
	}

}
