/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.servers.MySqlServer;
import io.leaderelection.servers.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class MySqlServerFaultsIT extends MySqlFamilyServerFaultsContract {

	private static MySqlServer server;

	@BeforeAll
	static void openServer() {
		server = MySqlServer.open();
	}

	@AfterAll
	static void closeServer() {
		server.close();
	}

	@Override
	protected TestDatabase database() {
		return new TestDatabase("MySQL", server.jdbcUrl(), server.jdbcUrl(), MySqlServer.USER,
				TestDatabase.mySql().clock());
	}

	@Override
	TestServer server() {
		return server;
	}

}
