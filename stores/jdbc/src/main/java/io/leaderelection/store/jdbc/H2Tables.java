/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * The tables in H2.
 */
final class H2Tables extends LeaseTables {

	private static final String NOW = "cast(extract(epoch from current_timestamp) * 1000 as bigint)";

	H2Tables(JdbcTables tables) {
		super(tables, NOW);
	}

	/**
	 * Uses a scrollable result, because otherwise rows are fetched in blocks of 100 and
	 * drivers before 2.4 ignore another fetch size.
	 */
	@Override
	PreparedStatement prepareQuery(Connection connection, String sql) throws SQLException {
		return connection.prepareStatement(sql, ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
	}

	@Override
	void bound(Connection connection, Duration timeout) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute("set lock_timeout " + (timeout.toMillis() / 8 + 1));
			statement.execute("set query_timeout " + timeout.toMillis());
		}
	}

}
