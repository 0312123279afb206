/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * The statements of one dialect. Every command is decided in SQL, by comparing and
 * setting in the statement that writes; what is answered was returned by that statement
 * or read after it. Rows that somebody else has locked are passed over. The batch is
 * sorted in {@link Wanted#LOCK_ORDER}; the connection is in auto-commit mode, and
 * isolates as READ COMMITTED does. The rows may come in any order.
 */
interface LeaseStatements {

	/**
	 * Extends terms.
	 */
	List<LeaseRow> renew(Connection connection, List<Wanted> batch) throws SQLException;

	/**
	 * Repeats grants, or writes new terms and their fences.
	 */
	List<LeaseRow> acquire(Connection connection, List<Wanted> batch) throws SQLException;

	/**
	 * Marks records released.
	 */
	List<LeaseRow> release(Connection connection, List<Wanted> batch) throws SQLException;

	/**
	 * Reads records.
	 */
	List<LeaseRow> observe(Connection connection, List<Wanted> batch) throws SQLException;

	/**
	 * Makes the server give up what takes longer, in case nobody reads the answer any
	 * more.
	 */
	void bound(Connection connection, Duration timeout) throws SQLException;

	/** The statements of a dialect over these tables. */
	static LeaseStatements of(JdbcDialect dialect, JdbcTables tables) {
		return switch (dialect) {
			case POSTGRESQL -> new PostgresStatements(tables);
			case MYSQL -> new MySqlStatements(tables);
			case H2 -> new H2Statements(tables);
			case SQLSERVER -> new SqlServerStatements(tables);
			case ORACLE -> new OracleStatements(tables);
		};
	}

}
