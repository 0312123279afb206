/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import org.junit.jupiter.api.Tag;

/**
 * A test on MariaDB.
 */
@Tag("server")
public interface OnMariaDb extends OnDatabase {

	@Override
	default TestDatabase database() {
		return TestDatabase.mariaDb();
	}

}
