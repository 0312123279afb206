/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

import io.leaderelection.servers.MariaDbServer;
import io.leaderelection.store.jdbc.JdbcDialect;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("server")
class IdleTransactionsIT {

	private static MariaDbServer server;

	@BeforeAll
	static void start() {
		server = MariaDbServer.open();
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@ParameterizedTest
	@CsvSource({ "idle_transaction_timeout=0,false", "idle_transaction_timeout=10,true",
			"idle_write_transaction_timeout=10,true", "idle_readonly_transaction_timeout=10,false" })
	void mariaDbEndsIdleTransactionsIfItIsTold(String variable, boolean bounded) throws SQLException {
		try (Connection connection = DriverManager.getConnection(server.jdbcUrl() + "?sessionVariables=" + variable,
				MariaDbServer.USER, "")) {
			String unbounded = IdleTransactions.unbounded(connection, JdbcDialect.MYSQL);
			if (bounded) {
				assertThat(unbounded).isNull();
			}
			else {
				assertThat(unbounded).contains("sessionVariables=idle_transaction_timeout=10");
			}
		}
	}

}
