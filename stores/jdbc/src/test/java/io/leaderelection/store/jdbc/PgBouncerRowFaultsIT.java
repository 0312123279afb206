/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("server")
class PgBouncerRowFaultsIT extends RowFaultContract {

	@Override
	public TestDatabase database() {
		return TestDatabase.pooledPostgresForApplications();
	}

}
