/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import org.junit.jupiter.api.Tag;

/**
 * Tests the default of newer versions of MariaDB, where a locking read fails if the row
 * has changed since the snapshot.
 */
@Tag("server")
class MariaDbSnapshotFencedTransactionIT extends FencedTransactionContract {

	@Override
	protected TestDatabase database() {
		TestDatabase test = TestDatabase.mariaDb();
		String url = test.url() + "?sessionVariables=innodb_snapshot_isolation=on";
		return new TestDatabase(test.name(), url, url, test.user(), test.clock());
	}

	/** MariaDB reads the latest committed row, or reports that this row has changed. */
	@Override
	protected Class<? extends RuntimeException> refusalIfSerializable() {
		return FencedTransactionException.class;
	}

}
