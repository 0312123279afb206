/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcLateAnswerContract;
import io.leaderelection.store.jdbc.TestDatabase;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class AdvisoryLateAnswersIT extends JdbcLateAnswerContract {

	@Override
	public TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Override
	protected LeaseStoreFactory storeFactory(ConnectionSource source) {
		return AdvisoryLeaseStoreFactory.builder(source).build();
	}

	@Override
	protected int port() {
		return TestDatabase.postgresServer().port();
	}

}
