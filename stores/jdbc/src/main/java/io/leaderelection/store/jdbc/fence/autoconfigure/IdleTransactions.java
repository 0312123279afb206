/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence.autoconfigure;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.leaderelection.store.jdbc.JdbcDialect;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a database ends the transactions of idle clients.
 */
final class IdleTransactions {

	private static final String MARIADB = "select @@idle_transaction_timeout, @@idle_readonly_transaction_timeout, "
			+ "@@idle_write_transaction_timeout";

	private IdleTransactions() {
	}

	/**
	 * Reads the settings of a session.
	 * @param connection a connection of the application
	 * @param dialect the dialect of its database
	 * @return why idle transactions are not ended, with a remedy if there is one, or
	 * {@code null} if they are ended
	 * @throws SQLException if the database or the driver refused
	 */
	static @Nullable String unbounded(Connection connection, JdbcDialect dialect) throws SQLException {
		return switch (dialect) {
			// The comparison itself sets idle_in_transaction_session_timeout
			case POSTGRESQL -> null;
			case MYSQL -> JdbcDialect.isMariaDb(connection) ? mariaDb(connection)
					: "MySQL has no timeout for idle transactions except wait_timeout";
			default -> "this database has no timeout for idle transactions";
		};
	}

	/**
	 * A transaction without writes counts as read-only, whatever it has locked. The
	 * settings for either kind take precedence over the common one.
	 */
	private static @Nullable String mariaDb(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(MARIADB)) {
			row.next();
			boolean both = row.getLong(1) > 0;
			boolean reading = both || row.getLong(2) > 0;
			boolean writing = both || row.getLong(3) > 0;
			if (reading && writing) {
				return null;
			}
			return "idle_transaction_timeout is 0"
					+ (writing ? ", and idle_write_transaction_timeout does not end one that has written nothing" : "")
					+ ". Set it on the server, or in the URL of the DataSource: "
					+ "sessionVariables=idle_transaction_timeout=10";
		}
	}

}
