/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.servers.MariaDbServer;
import io.leaderelection.servers.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class MariaDbServerFaultsIT extends MySqlFamilyServerFaultsContract {

	private static MariaDbServer server;

	@BeforeAll
	static void openServer() {
		server = MariaDbServer.open();
	}

	@AfterAll
	static void closeServer() {
		server.close();
	}

	@Override
	protected TestDatabase database() {
		return new TestDatabase("MariaDB", server.jdbcUrl(), server.jdbcUrl(), MariaDbServer.USER,
				TestDatabase.mariaDb().clock());
	}

	@Override
	TestServer server() {
		return server;
	}

}
