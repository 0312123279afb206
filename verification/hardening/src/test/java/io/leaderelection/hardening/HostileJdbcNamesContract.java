/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests hostile names in a database.
 */
abstract class HostileJdbcNamesContract extends HostileNamesContract<Database> {

	@BeforeAll
	void createTables() throws SQLException {
		// Needed also by tests in which an application is refused before it creates them
		try (OpenApplication application = OpenApplication.start(Object.class, store())) {
			assertThat(application.elections().backend().type()).isIn("jdbc", "postgres");
		}
	}

	@Override
	List<String> store() {
		return this.server.properties();
	}

	private Connection connect() throws SQLException {
		return DriverManager.getConnection(this.server.url(), this.server.user(), "");
	}

	@Override
	void plant() throws SQLException {
		try (Connection connection = connect(); Statement statement = connection.createStatement()) {
			statement.execute("drop table if exists bystander");
			statement.execute("create table bystander (text varchar(20))");
			statement.execute("insert into bystander values ('unharmed')");
		}
	}

	@Override
	void assertUnharmed(String namespace, int records) throws SQLException {
		try (Connection connection = connect(); Statement statement = connection.createStatement()) {
			try (ResultSet rows = statement.executeQuery("select text from bystander")) {
				assertThat(rows.next()).isTrue();
				assertThat(rows.getString(1)).isEqualTo("unharmed");
			}
			for (String table : List.of("leader_lease", "leader_fence")) {
				try (PreparedStatement count = connection
					.prepareStatement("select count(*) from " + table + " where namespace = ?")) {
					count.setBytes(1, namespace.getBytes(StandardCharsets.UTF_8));
					try (ResultSet rows = count.executeQuery()) {
						assertThat(rows.next()).isTrue();
						assertThat(rows.getInt(1)).as(table).satisfies((found) -> assertThat(records).isIn(-1, found));
					}
				}
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader_lease; drop table bystander", "bystander/**/", "leader_lease\n" })
	void tableNameWithAStatementIsRefused(String name) throws SQLException {
		plant();
		assertRefused("leader-election.jdbc.table-name=" + name);
		assertUnharmed("", -1);
	}

}
