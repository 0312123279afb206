/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

class PostgresNetworkFaultsIT extends NetworkFaultContract {

	@Override
	protected TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Override
	protected int port() {
		return TestDatabase.postgresServer().port();
	}

}
