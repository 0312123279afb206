/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import io.leaderelection.servers.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class HostilePostgresNamesIT extends HostileJdbcNamesContract {

	private final PostgresServer server = PostgresServer.open();

	@AfterAll
	void stopServer() {
		this.server.close();
	}

	@Override
	String url() {
		return this.server.jdbcUrl();
	}

	@Override
	String user() {
		return PostgresServer.USER;
	}

}
