/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.MariaDbServer;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class MariaDbSecretsIT extends SecretsContract<MariaDbServer> {

	@Override
	MariaDbServer open(Path directory) throws Exception {
		MariaDbServer server = MariaDbServer.open();
		try (Connection admin = DriverManager.getConnection(server.jdbcUrl(), MariaDbServer.USER, "");
				Statement statement = admin.createStatement()) {
			statement.execute("create user 'app'@'localhost' identified by '" + PASSWORD + "'");
			statement.execute("grant all on test.* to 'app'@'localhost'");
		}
		return server;
	}

	@Override
	String withoutClientsOfOtherStores() {
		return WITHOUT_REDIS;
	}

	@Override
	List<List<String>> working() {
		return List.of(own(PASSWORD, this.server.port()));
	}

	@Override
	List<List<String>> refused() {
		return List.of(own(CANARY, this.server.port()), beside(WRONG, this.server.port()));
	}

	@Override
	List<List<String>> unreachable() {
		return List.of(own(CANARY, UNUSED_PORT));
	}

	private static String url(int port) {
		return "jdbc:mariadb://" + Loopback.HOST + ":" + port + "/test";
	}

	private static List<String> own(String password, int port) {
		return List.of("leader-election.jdbc.initialize-schema=always",
				"leader-election.jdbc.url=" + url(port) + "?user=app&password=" + password,
				"spring.datasource.url=jdbc:h2:mem:beside");
	}

	private static List<String> beside(String password, int port) {
		return List.of("leader-election.jdbc.initialize-schema=always", "spring.datasource.url=" + url(port),
				"spring.datasource.username=app", "spring.datasource.password=" + password);
	}

	/** Includes URLs of H2, which needs no server. */
	@Override
	List<List<String>> mistaken() {
		return List.of(broken("jdbc:mariadb://127.0.0.1:33x6/test?user=app&password=" + CANARY),
				broken("jdbc:mariadb:app:" + CANARY + "@127.0.0.1:1/test"),
				broken("jdbc:mariadb://app:" + CANARY + "@127.0.0.1:1/test"),
				broken("jdbc:mariadb://address=(host=127.0.0.1)(port=1)(password=" + CANARY + ")/test"),
				broken("jdbc:h2:tcp://127.0.0.1:1/mem:x;USER=app;PASSWORD=" + CANARY),
				broken("jdbc:h2:mem:x;USER=app;PASSWORD " + CANARY),
				broken("jdbc:h2:mem:x;NO_SUCH_SETTING=1;PASSWORD=" + CANARY),
				broken("jdbc:h2:mem:x;PASSWORD=a;PASSWORD=" + CANARY));
	}

	private static List<String> broken(String url) {
		return List.of("leader-election.jdbc.url=" + url, "spring.datasource.url=jdbc:h2:mem:beside");
	}

}
