/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcLateAnswerContract;
import io.leaderelection.store.jdbc.OnPostgres;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class AdvisoryLateAnswersIT extends JdbcLateAnswerContract implements OnPostgres {

	@Override
	protected LeaseStoreFactory storeFactory(ConnectionSource source) {
		return AdvisoryLeaseStoreFactory.builder(source).build();
	}

}
