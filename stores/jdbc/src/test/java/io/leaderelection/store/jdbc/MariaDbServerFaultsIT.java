/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.servers.MariaDbServer;
import org.junit.jupiter.api.BeforeAll;

class MariaDbServerFaultsIT extends MySqlFamilyServerFaultsContract {

	@BeforeAll
	static void openServer() {
		server = MariaDbServer.open();
	}

	@Override
	public TestDatabase database() {
		return TestDatabase.of((MariaDbServer) server);
	}

}
