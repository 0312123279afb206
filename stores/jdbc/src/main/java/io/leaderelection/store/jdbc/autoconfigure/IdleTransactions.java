/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

import io.leaderelection.store.jdbc.JdbcDialect;
import org.jspecify.annotations.Nullable;

/**
 * Whether a database ends transactions of a client that does nothing.
 */
final class IdleTransactions {

	private IdleTransactions() {
	}

	/**
	 * Looks at the settings of a session.
	 * @param connection of the application
	 * @param dialect of its database
	 * @return why idle transactions are not ended, with a remedy if there is one, or
	 * {@code null} if they are
	 * @throws SQLException if the database or the driver refused
	 */
	static @Nullable String unbounded(Connection connection, JdbcDialect dialect) throws SQLException {
		return switch (dialect) {
			// The comparison itself sets idle_in_transaction_session_timeout
			case POSTGRESQL -> null;
			case MYSQL -> isMariaDb(connection) ? mariaDb(connection)
					: "MySQL has no time-out for idle transactions but wait_timeout";
			default -> "this database has no time-out for idle transactions";
		};
	}

	private static boolean isMariaDb(Connection connection) throws SQLException {
		return connection.getMetaData().getDatabaseProductVersion().toLowerCase(Locale.ROOT).contains("mariadb");
	}

	private static @Nullable String mariaDb(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet row = statement
					.executeQuery("select @@idle_transaction_timeout, @@idle_write_transaction_timeout")) {
			row.next();
			return (row.getLong(1) > 0 || row.getLong(2) > 0) ? null
					: "idle_transaction_timeout is 0. Set it on the server, or in the URL of the DataSource: "
							+ "sessionVariables=idle_transaction_timeout=10";
		}
	}

}
