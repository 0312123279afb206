/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.sql.SQLException;

import org.h2.tools.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Tests elections on an H2 server in this process.
 */
@Tag("slow")
class H2ElectionTests extends JdbcElectionContract {

	private static Server server;

	@BeforeAll
	static void start() throws SQLException {
		server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
	}

	@AfterAll
	static void stop() {
		server.stop();
	}

	@Override
	protected String url() {
		return "jdbc:h2:" + server.getURL() + "/mem:spring;DB_CLOSE_DELAY=-1";
	}

	@Override
	protected String username() {
		return "sa";
	}

}
