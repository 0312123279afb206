/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.PostgresServer;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresSecretsIT extends SecretsContract<PostgresServer> {

	@Override
	PostgresServer open(Path directory) throws Exception {
		Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
		Path rules = Files.writeString(directory.resolve("pg_hba.conf"),
				"host all app all scram-sha-256\nhost all all all trust\nlocal all all trust\n");
		PostgresServer server = PostgresServer.open("hba_file=" + rules);
		try (Connection admin = DriverManager.getConnection(server.jdbcUrl(), PostgresServer.USER, "");
				Statement statement = admin.createStatement()) {
			statement.execute("create user app password '" + PASSWORD + "'");
			statement.execute("create schema authorization app");
		}
		return server;
	}

	@Override
	String withoutClientsOfOtherStores() {
		return WITHOUT_REDIS;
	}

	@Override
	List<List<String>> working() {
		return List.of(own(PASSWORD_IN_URL, this.server.port()), beside(PASSWORD, this.server.port()),
				session(PASSWORD_IN_URL, this.server.port()));
	}

	@Override
	List<List<String>> refused() {
		return List.of(own(CANARY, this.server.port()), beside(WRONG, this.server.port()));
	}

	@Override
	List<List<String>> unreachable() {
		return List.of(own(CANARY, UNUSED_PORT), beside(WRONG, UNUSED_PORT), session(CANARY, UNUSED_PORT));
	}

	private static String url(int port) {
		return "jdbc:postgresql://" + Loopback.HOST + ":" + port + "/postgres";
	}

	private static List<String> own(String password, int port) {
		return List.of("leader-election.jdbc.initialize-schema=always",
				"leader-election.jdbc.url=" + url(port) + "?user=app&password=" + password,
				// Otherwise fenced transactions use it
				"spring.datasource.url=jdbc:h2:mem:beside");
	}

	private static List<String> session(String password, int port) {
		List<String> properties = new ArrayList<>(own(password, port));
		properties.add("leader-election.backend=postgres");
		return properties;
	}

	private static List<String> beside(String password, int port) {
		return List.of("leader-election.jdbc.initialize-schema=always", "spring.datasource.url=" + url(port),
				"spring.datasource.username=app", "spring.datasource.password=" + password);
	}

	@Override
	List<List<String>> mistaken() {
		return List.of(broken("jdbc:postgresql://127.0.0.1:54x2/postgres?user=app&password=" + CANARY),
				broken("jdbc:postgresql://127.0.0.1:99999/postgres?user=app&password=" + CANARY),
				broken("jdbc:postgresql://127.0.0.1:1/postgres&password=" + CANARY),
				broken("jdbc:postgresql://app:" + CANARY + "@127.0.0.1:1/postgres"),
				broken("jdbc:postgresql://127.0.0.1:1/postgres?ssl=" + CANARY),
				broken("jdbc:postgres://app:" + CANARY + "@127.0.0.1:1/postgres"),
				broken("postgresql://app:" + CANARY + "@127.0.0.1:1/postgres"),
				List.of("spring.datasource.url=jdbc:postgresql://127.0.0.1:54x2/postgres?password=" + CANARY));
	}

	private static List<String> broken(String url) {
		return List.of("leader-election.jdbc.url=" + url, "spring.datasource.url=jdbc:h2:mem:beside");
	}

}
