/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.ReadOnlyStoreException;

/**
 * Classifies failures by the codes of the databases.
 */
final class SqlFailures {

	/**
	 * In order: PostgreSQL; MySQL, MariaDB and H2; H2 with suggestions (two); a missing
	 * schema in PostgreSQL; in H2; a missing column in PostgreSQL; in the others.
	 */
	private static final Set<String> MISSING_TABLE = Set.of("42P01", "42S02", "42S03", "42S04", "3F000", "90079",
			"42703", "42S22");

	/** MySQL and MariaDB: the schema is missing. */
	private static final int UNKNOWN_DATABASE = 1049;

	/**
	 * In order: serialization failure or deadlock; deadlock in PostgreSQL; duplicate key
	 * in PostgreSQL and H2.
	 */
	private static final Set<String> CONFLICTS = Set.of("40001", "40P01", "23505");

	/**
	 * In order: deadlock, record changed and duplicate key in MySQL and MariaDB;
	 * concurrent update in H2.
	 */
	private static final Set<Integer> CONFLICT_CODES = Set.of(1213, 1020, 1062, 90131);

	/** In order: PostgreSQL; H2. */
	private static final Set<String> DENIED = Set.of("42501", "90096");

	/**
	 * MySQL and MariaDB: access to a database, a command on a table, a command on a
	 * column.
	 */
	private static final Set<Integer> DENIED_CODES = Set.of(1044, 1142, 1143);

	/** In order: PostgreSQL, MySQL and MariaDB in a transaction; H2. */
	private static final Set<String> READ_ONLY = Set.of("25006", "90097");

	/** MySQL and MariaDB: an option of the server prevents writes, such as read_only. */
	private static final Set<Integer> READ_ONLY_CODES = Set.of(1290, 1836);

	/** The class of SQL states for a connection that does not exist or has failed. */
	private static final String CONNECTION = "08";

	/**
	 * In order: PostgreSQL ended by an administrator, by a crash, after being idle; H2
	 * with a broken connection, and with a database that was closed.
	 */
	private static final Set<String> ENDED = Set.of("57P01", "57P02", "57P05", "90067", "90121");

	/**
	 * In order: MySQL after being idle; MariaDB ended by an administrator or after being
	 * idle.
	 */
	private static final Set<Integer> ENDED_CODES = Set.of(4031, 1927);

	private SqlFailures() {
	}

	/** Returns whether the same statement may succeed at once. */
	static boolean isConflict(SQLException failure) {
		return CONFLICTS.contains(String.valueOf(failure.getSQLState()))
				|| CONFLICT_CODES.contains(failure.getErrorCode());
	}

	/** Returns whether the session no longer exists, whoever ended it. */
	static boolean isEndOfSession(SQLException failure) {
		String state = String.valueOf(failure.getSQLState());
		return state.startsWith(CONNECTION) || ENDED.contains(state) || ENDED_CODES.contains(failure.getErrorCode());
	}

	static boolean isMissingTable(SQLException failure) {
		return MISSING_TABLE.contains(String.valueOf(failure.getSQLState()))
				|| failure.getErrorCode() == UNKNOWN_DATABASE;
	}

	private static boolean isDenied(SQLException failure) {
		return DENIED.contains(String.valueOf(failure.getSQLState())) || DENIED_CODES.contains(failure.getErrorCode());
	}

	private static boolean isReadOnly(SQLException failure) {
		return READ_ONLY.contains(String.valueOf(failure.getSQLState()))
				|| READ_ONLY_CODES.contains(failure.getErrorCode());
	}

	/** Returns whether the database was not reached, or did not answer in time. */
	private static boolean isNoAnswer(SQLException failure) {
		return isEndOfSession(failure) || failure instanceof SQLTimeoutException
				|| failure instanceof SQLTransientConnectionException;
	}

	/**
	 * Returns the message of a failure, without the number of the connection, which is
	 * another one each time with the driver of MariaDB, and without the statement that H2
	 * appends.
	 */
	static String text(Throwable failure) {
		String message = String.valueOf(failure.getMessage()).replaceFirst("^\\(conn=\\d+\\) ", "");
		int statement = message.indexOf("; SQL statement:");
		return (statement < 0) ? message : message.substring(0, statement);
	}

	/** Returns the exception to throw for a failure, with its remedy. */
	static RuntimeException translate(SQLException failure, LeaseDatabase database) {
		LeaseSchema schema = database.schema();
		String name = database.source().name();
		if (schema != null && isMissingTable(failure)) {
			return new MissingTableException(name, schema, failure);
		}
		if (schema != null && isDenied(failure)) {
			return new MissingRightException(
					name + ": " + text(failure) + ". Grant the user of this application: " + schema.grants(), failure);
		}
		if (isReadOnly(failure)) {
			return new ReadOnlyStoreException(
					name + " is read-only: " + text(failure) + ". If it is a standby, connect to the primary"
							+ ((schema != null && schema.dialect() == JdbcDialect.POSTGRESQL)
									? ": with several servers in the URL, targetServerType=primary chooses it" : ""),
					failure);
		}
		String text = name + " cannot be used: " + text(failure);
		return isNoAnswer(failure) ? new NoAnswerException(text, failure) : new LeaseStoreException(text, failure);
	}

}
