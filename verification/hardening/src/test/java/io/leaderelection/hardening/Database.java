/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.util.List;

import io.leaderelection.servers.MariaDbServer;
import io.leaderelection.servers.PostgresServer;

/**
 * A database of the store jdbc, whose user needs no password.
 *
 * @param url its URL
 * @param user the user
 * @param stop stops its server
 */
record Database(String url, String user, Runnable stop) implements AutoCloseable {

	static Database postgres() {
		PostgresServer server = PostgresServer.open();
		return new Database(server.jdbcUrl(), PostgresServer.USER, server::close);
	}

	static Database mariaDb() {
		MariaDbServer server = MariaDbServer.open();
		return new Database(server.jdbcUrl(), MariaDbServer.USER, server::close);
	}

	/** Returns H2 in this process, which ends with it. */
	static Database h2() {
		return new Database("jdbc:h2:mem:hostile;DB_CLOSE_DELAY=-1", "sa", () -> {
		});
	}

	/** Returns the properties of an application whose own data is elsewhere. */
	List<String> properties() {
		return List.of("leader-election.jdbc.url=" + this.url, "leader-election.jdbc.username=" + this.user,
				"leader-election.jdbc.initialize-schema=always", "spring.datasource.url=jdbc:h2:mem:beside",
				"spring.autoconfigure.exclude=" + SecretsContract.WITHOUT_REDIS);
	}

	@Override
	public void close() {
		this.stop.run();
	}

}
