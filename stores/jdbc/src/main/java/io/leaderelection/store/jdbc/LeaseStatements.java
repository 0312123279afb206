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
 * The statements of one store in one dialect. Another store over the same tables can
 * implement this interface to add a guard lock. Not thread-safe: one thread uses an
 * instance, with one connection at a time.
 * <p>
 * Implementations decide every command by the record that they have locked: in the
 * statement that writes, or in its transaction. They return rows of this statement or
 * rows that were read after it, in any order. They skip rows that others have locked.
 * <p>
 * The caller sorts the batch by key, in the same order on every instance. It supplies a
 * connection in auto-commit mode whose isolation level is READ COMMITTED.
 */
public interface LeaseStatements {

	/**
	 * Renews terms.
	 * @param connection to the database
	 * @param batch the commands
	 * @return a row for each command that was decided
	 * @throws SQLException if the database or the driver refused
	 */
	List<LeaseRow> renew(Connection connection, List<Wanted> batch) throws SQLException;

	/**
	 * Acquires new terms, writes their fences, and repeats earlier grants of the same
	 * nonce.
	 * @param connection to the database
	 * @param batch the commands
	 * @return a row for each command that was decided
	 * @throws SQLException if the database or the driver refused
	 */
	List<LeaseRow> acquire(Connection connection, List<Wanted> batch) throws SQLException;

	/**
	 * Releases terms.
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
	 * Makes the server cancel statements that take longer, in case nothing reads their
	 * result any more.
	 * @param connection to the database
	 * @param timeout the longest that a statement may take
	 * @throws SQLException if the database or the driver refused
	 */
	void bound(Connection connection, Duration timeout) throws SQLException;

	/**
	 * Prepares for a new connection that only the store uses. The previous connection is
	 * closed.
	 * @param connection to the database
	 * @param timeout the time left for the call
	 * @throws SQLException if the database or the driver refused
	 */
	default void opened(Connection connection, Duration timeout) throws SQLException {
	}

	/**
	 * Returns whether the server session serves only this connection, so that session
	 * settings persist and affect no other client.
	 * @return {@code false} if the statements set what they need in each transaction
	 */
	default boolean keepsSession() {
		return true;
	}

	/**
	 * Returns whether a failure means that the session had ended, so that the commands
	 * are repeated on a new connection at once. That is safe, because a command has the
	 * same outcome if it is applied again.
	 * @param failure the failure on a connection that was kept open
	 * @return {@code true} to connect again
	 */
	default boolean isEndOfSession(SQLException failure) {
		return SqlFailures.isEndOfSession(failure);
	}

	/**
	 * Returns whether the same statement may succeed at once on the same connection.
	 * @param failure the failure of the statement
	 * @return {@code true} to try again
	 */
	default boolean isConflict(SQLException failure) {
		return SqlFailures.isConflict(failure);
	}

	/**
	 * Returns the statements of the {@code jdbc} store.
	 * @param schema the dialect and the tables
	 * @param source opens the connections that the statements are sent over
	 * @return the statements
	 */
	static LeaseStatements of(LeaseSchema schema, ConnectionSource source) {
		return switch (schema.dialect()) {
			case POSTGRESQL -> new PostgresStatements(PostgresSql.of(schema, PostgresSql.WITHOUT_GUARD), source);
			case MYSQL -> new LockedStatements(new MySqlTables(schema));
			case H2 -> new LockedStatements(new H2Tables(schema));
		};
	}

}
