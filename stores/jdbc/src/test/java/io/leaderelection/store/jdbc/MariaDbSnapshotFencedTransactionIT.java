/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import org.junit.jupiter.api.Tag;

/**
 * Tests the default of newer versions of MariaDB, where a locking read fails if the row
 * has changed since the snapshot.
 */
@Tag("server")
class MariaDbSnapshotFencedTransactionIT extends FencedTransactionContract {

	@Override
	public TestDatabase database() {
		TestDatabase test = TestDatabase.mariaDb();
		return test.at(test.url() + "?sessionVariables=innodb_snapshot_isolation=on");
	}

}
