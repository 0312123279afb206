/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import org.junit.jupiter.api.Tag;

@Tag("server")
class PgBouncerFencedTransactionIT extends FencedTransactionContract {

	@Override
	public TestDatabase database() {
		return TestDatabase.pooledPostgresForApplications();
	}

	/**
	 * Spring sets the isolation level on a session before the transaction, which runs in
	 * another session.
	 */
	@Override
	protected Class<? extends RuntimeException> refusalIfSerializable() {
		return FencedTransactionException.class;
	}

}
