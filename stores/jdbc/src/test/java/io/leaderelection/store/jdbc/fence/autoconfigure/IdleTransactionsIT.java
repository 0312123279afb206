/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence.autoconfigure;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.LeaseSchema;
import io.leaderelection.store.jdbc.TestDatabase;
import io.leaderelection.store.jdbc.fence.FenceMarker;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Tag("server")
class IdleTransactionsIT {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static Connection connect(String variables) throws SQLException {
		TestDatabase database = TestDatabase.mariaDb();
		return database.at(database.url() + "?sessionVariables=" + variables).connect();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			idle_transaction_timeout=0                                          | false
			idle_transaction_timeout=10                                         | true
			idle_write_transaction_timeout=10                                   | false
			idle_readonly_transaction_timeout=10                                | false
			idle_readonly_transaction_timeout=10,idle_write_transaction_timeout=10 | true
			idle_transaction_timeout=10,idle_write_transaction_timeout=0        | true
			""")
	void mariaDbEndsIdleTransactionsIfConfigured(String variables, boolean bounded) throws SQLException {
		try (Connection connection = connect(variables)) {
			String unbounded = IdleTransactions.unbounded(connection, JdbcDialect.MYSQL);
			if (bounded) {
				assertThat(unbounded).isNull();
			}
			else {
				assertThat(unbounded).contains("sessionVariables=idle_transaction_timeout=10");
			}
		}
	}

	@ParameterizedTest
	@DisplayName("A transaction that has locked the row without writing counts as read-only")
	@CsvSource({ "idle_transaction_timeout,true", "idle_readonly_transaction_timeout,true",
			"idle_write_transaction_timeout,false" })
	void transactionThatWroteNothingCountsAsReading(String variable, boolean ended) throws SQLException {
		try (Connection admin = connect("idle_transaction_timeout=0");
				Connection first = connect(variable + "=1");
				Connection later = connect("idle_transaction_timeout=2")) {
			new LeaseSchema(JdbcDialect.MYSQL, "leader_lease").create(admin);
			FenceMarker marker = new FenceMarker(new LeaseSchema(JdbcDialect.MYSQL, "leader_lease"));
			marker.write(admin);
			long id = session(first);
			long laterId = session(later);
			for (Connection connection : List.of(first, later)) {
				connection.setAutoCommit(false);
				assertThat(marker.lock(connection)).isNotEmpty();
			}
			await().atMost(PATIENCE).until(() -> !isThere(admin, laterId));
			if (ended) {
				await().atMost(PATIENCE).until(() -> !isThere(admin, id));
			}
			else {
				assertThat(isThere(admin, id)).isTrue();
			}
		}
	}

	private static long session(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery("select connection_id()")) {
			row.next();
			return row.getLong(1);
		}
	}

	private static boolean isThere(Connection admin, long session) throws SQLException {
		try (Statement statement = admin.createStatement();
				ResultSet row = statement
					.executeQuery("select 1 from information_schema.processlist where id = " + session)) {
			return row.next();
		}
	}

}
