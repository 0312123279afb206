/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import io.leaderelection.servers.MySqlServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class MySqlElectionIT extends JdbcElectionContract {

	private static MySqlServer server;

	@BeforeAll
	static void start() {
		server = MySqlServer.open();
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@Override
	protected String url() {
		return server.jdbcUrl();
	}

	@Override
	protected String username() {
		return MySqlServer.USER;
	}

}
