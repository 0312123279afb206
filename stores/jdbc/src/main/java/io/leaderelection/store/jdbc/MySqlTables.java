/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/**
 * The tables in MySQL and MariaDB.
 * <p>
 * Proxies that split reads from writes keep a transaction on one server. Some of them
 * judge a statement by its first word and begin the transaction with the first write:
 * they send {@code WITH} to the primary server, but {@code SELECT} to a replica.
 */
final class MySqlTables extends LeaseTables {

	private static final String NOW = "timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000";

	private static final long SHORTEST_IDLE_SECONDS = 10;

	MySqlTables(LeaseSchema schema) {
		super(schema, NOW);
	}

	@Override
	String onPrimary(String query) {
		return "with unused as (select 1) " + query;
	}

	@Override
	void bound(Connection connection, Duration timeout) throws SQLException {
		long seconds = Math.max(1, timeout.toSeconds());
		StringBuilder settings = new StringBuilder(
				"set session innodb_lock_wait_timeout = 1, session lock_wait_timeout = ")
			.append(seconds);
		if (JdbcDialect.isMariaDb(connection)) {
			// A formatter would write the digits of the locale
			settings.append(", session max_statement_time = ").append(BigDecimal.valueOf(timeout.toMillis(), 3));
			// A process that is suspended between its locks and its commit blocks others.
			// The settings for either kind of transaction take precedence over the common
			// one
			for (String kind : List.of("", "readonly_", "write_")) {
				settings.append(", session idle_").append(kind).append("transaction_timeout = ").append(seconds);
			}
		}
		else {
			// MySQL has no other limit for a process that is suspended between its locks
			// and
			// its commit. An idle session that it ends is replaced without a word
			settings.append(", session max_execution_time = ")
				.append(timeout.toMillis())
				.append(", session wait_timeout = ")
				.append(Math.max(SHORTEST_IDLE_SECONDS, 2 * seconds));
		}
		try (Statement statement = connection.createStatement()) {
			statement.execute(settings.toString());
		}
	}

}
