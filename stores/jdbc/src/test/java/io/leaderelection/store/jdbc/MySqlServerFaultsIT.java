/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.servers.MySqlServer;
import org.junit.jupiter.api.BeforeAll;

class MySqlServerFaultsIT extends MySqlFamilyServerFaultsContract {

	@BeforeAll
	static void openServer() {
		server = MySqlServer.open();
	}

	@Override
	public TestDatabase database() {
		return TestDatabase.of((MySqlServer) server);
	}

}
