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
 * Detects databases of several servers that all accept writes, each with its own locks
 * and its own clock. In such a database a transaction that holds a share lock on one
 * server can commit after another server has granted a new term, and one server may judge
 * by its clock a lease that another has written.
 */
public final class MultiPrimary {

	/**
	 * The server returns only the variables that it knows. Reading them needs no
	 * privilege.
	 */
	private static final String SETTINGS = """
			show global variables
			where variable_name in ('wsrep_on', 'group_replication_single_primary_mode')""";

	private MultiPrimary() {
	}

	/**
	 * Describes the cluster that a server belongs to.
	 * @param connection to the database
	 * @param dialect of the database
	 * @return the end of a sentence about the server, or {@code null} if it is not known
	 * to belong to such a cluster
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
