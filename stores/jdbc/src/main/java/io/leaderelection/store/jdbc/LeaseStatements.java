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
 * The statements of one store in one dialect: a store over the same rows implements it to
 * add a guard lock. Used by one thread, over one connection at a time. Every command is
 * decided in SQL, by comparing and setting in the statement that writes; what is answered
 * was returned by that statement or read after it. Rows that somebody else has locked are
 * passed over. The batch is sorted by its keys, in the same order on every instance; the
 * connection is in auto-commit mode, and isolates as READ COMMITTED does. The rows may
 * come in any order.
 */
public interface LeaseStatements {

	/**
	 * Extends terms.
	 * @param connection to the database
	 * @param batch the commands
	 * @return a row for each command that was decided
	 * @throws SQLException if the database or the driver refused
	 */
	List<LeaseRow> renew(Connection connection, List<Wanted> batch) throws SQLException;

	/**
	 * Repeats grants, or writes new terms and their fences.
	 * @param connection to the database
	 * @param batch the commands
	 * @return a row for each command that was decided
	 * @throws SQLException if the database or the driver refused
	 */
	List<LeaseRow> acquire(Connection connection, List<Wanted> batch) throws SQLException;

	/**
	 * Marks records released.
	 * @param connection to the database
	 * @param batch the commands
	 * @return a row for each command that was decided
	 * @throws SQLException if the database or the driver refused
	 */
	List<LeaseRow> release(Connection connection, List<Wanted> batch) throws SQLException;

	/**
	 * Reads records.
	 * @param connection to the database
	 * @param batch the keys
	 * @return a row for each key
	 * @throws SQLException if the database or the driver refused
	 */
	List<LeaseRow> observe(Connection connection, List<Wanted> batch) throws SQLException;

	/**
	 * Makes the server give up what takes longer, in case nobody reads the answer any
	 * more.
	 * @param connection to the database
	 * @param timeout when to give up
	 * @throws SQLException if the database or the driver refused
	 */
	void bound(Connection connection, Duration timeout) throws SQLException;

	/**
	 * Begins with a new connection that belongs to the store alone; the one before is
	 * closed.
	 * @param connection to the database
	 * @param timeout what is left of the call
	 * @throws SQLException if the database or the driver refused
	 */
	default void opened(Connection connection, Duration timeout) throws SQLException {
	}

	/**
	 * Whether the session that was opened serves this connection alone, so that what is
	 * set on it stays there and reaches nobody else.
	 * @return {@code false} if the statements set what they need in each transaction
	 */
	default boolean keepsSession() {
		return true;
	}

	/**
	 * Whether the server says that it ended a session that did nothing, so that the same
	 * command is worth another connection at once.
	 * @param failure what was answered on a connection that was kept
	 * @return whether to connect again
	 */
	default boolean isEndOfIdleSession(SQLException failure) {
		return false;
	}

	/**
	 * Whether the same statement may succeed at once, over the same connection.
	 * @param failure what was answered
	 * @return whether to try again
	 */
	default boolean isConflict(SQLException failure) {
		return SqlFailures.isConflict(failure);
	}

	/**
	 * The statements of the row store.
	 * @param schema the dialect and the tables
	 * @param source opens the connections that the statements are sent over
	 * @return the statements
	 */
	static LeaseStatements of(LeaseSchema schema, ConnectionSource source) {
		JdbcTables tables = schema.tables();
		return switch (schema.dialect()) {
			case POSTGRESQL -> new PostgresStatements(tables, source);
			case MYSQL -> new MySqlStatements(tables);
			case H2 -> new H2Statements(tables);
		};
	}

}
