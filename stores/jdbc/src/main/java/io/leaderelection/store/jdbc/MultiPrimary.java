/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.jspecify.annotations.Nullable;

/**
 * Whether a database is several servers that all take writes, each with locks and a clock
 * of its own. Then a transaction that holds a share lock on one server can be certified
 * after a grant that was made on another, and a lease that one server has written is
 * judged by the clock of another.
 */
public final class MultiPrimary {

	/** Only those that the server knows are shown; neither takes a right. */
	private static final String SETTINGS = """
			show global variables
			where variable_name in ('wsrep_on', 'group_replication_single_primary_mode')""";

	private MultiPrimary() {
	}

	/**
	 * Asks the server what it belongs to.
	 * @param connection to the database
	 * @param dialect of the database
	 * @return what it is, or {@code null} if it is not known to be such a server
	 * @throws SQLException if the database or the driver refused
	 */
	public static @Nullable String describe(Connection connection, JdbcDialect dialect) throws SQLException {
		if (dialect != JdbcDialect.MYSQL) {
			return null;
		}
		try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(SETTINGS)) {
			String found = null;
			while (rows.next()) {
				String setting = rows.getString(1);
				String value = rows.getString(2);
				if ("wsrep_on".equalsIgnoreCase(setting) && "ON".equalsIgnoreCase(value)) {
					found = "is a node of a Galera cluster (wsrep_on is ON)";
				}
				else if ("group_replication_single_primary_mode".equalsIgnoreCase(setting)
						&& "OFF".equalsIgnoreCase(value)) {
					found = "is a member of a group with several primaries (group_replication_single_primary_mode is OFF)";
				}
			}
			return found;
		}
	}

}
