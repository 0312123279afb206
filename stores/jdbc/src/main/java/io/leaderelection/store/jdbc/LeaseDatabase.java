/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * The database of a store: its dialect, which is asked of a connection if the URL is
 * unknown, and its tables, which the first connection creates if configured. Safe for use
 * by several threads.
 */
public final class LeaseDatabase {

	private final ConnectionSource source;

	private final String tableName;

	private final boolean createsTables;

	private volatile @Nullable LeaseSchema schema;

	private volatile boolean created;

	/**
	 * Describes the database. Does not connect.
	 * @param source opens the connections
	 * @param dialect the dialect, or {@code null} to ask the first connection
	 * @param tableName the name of the table with the records
	 * @param createsTables whether the first connection creates missing tables
	 * @throws IllegalArgumentException if the table's name is not legal
	 */
	public LeaseDatabase(ConnectionSource source, @Nullable JdbcDialect dialect, String tableName,
			boolean createsTables) {
		this.source = source;
		this.tableName = new JdbcTables(tableName).lease();
		this.createsTables = createsTables;
		this.schema = (dialect != null) ? new LeaseSchema(dialect, tableName) : null;
	}

	/**
	 * Names the table with the records.
	 * @return the name, optionally with its schema
	 */
	public String tableName() {
		return this.tableName;
	}

	/**
	 * The tables.
	 * @return the schema, or {@code null} as long as the dialect is unknown
	 */
	public @Nullable LeaseSchema schema() {
		return this.schema;
	}

	/**
	 * Finds out the dialect, and creates missing tables once.
	 * @param connection to the database
	 * @return the tables
	 * @throws UnsupportedDatabaseException if it is another product
	 * @throws MissingTableException if a table is missing and cannot be created
	 * @throws SQLException if the database or the driver refused
	 */
	public LeaseSchema prepare(Connection connection) throws SQLException {
		LeaseSchema known = this.schema;
		if (known == null) {
			known = new LeaseSchema(JdbcDialect.require(connection, this.source.name()), this.tableName);
			this.schema = known;
		}
		if (this.createsTables && !this.created) {
			create(connection, known);
			this.created = true;
		}
		return known;
	}

	/**
	 * Does the same, and checks that the tables can be read.
	 * @param connection to the database
	 * @return the tables
	 * @throws UnsupportedDatabaseException if it is another product
	 * @throws MissingTableException if a table is missing
	 * @throws SQLException if the database or the driver refused
	 */
	public LeaseSchema check(Connection connection) throws SQLException {
		LeaseSchema known = prepare(connection);
		known.check(connection, this.source.name());
		return known;
	}

	private void create(Connection connection, LeaseSchema known) throws SQLException {
		boolean autoCommit = connection.getAutoCommit();
		if (!autoCommit) {
			connection.setAutoCommit(true);
		}
		try {
			known.create(connection);
		}
		catch (SQLException ex) {
			try {
				known.check(connection, this.source.name());
			}
			catch (SQLException | RuntimeException failure) {
				failure.addSuppressed(ex);
				throw failure;
			}
		}
		finally {
			if (!autoCommit && !connection.isClosed()) {
				connection.setAutoCommit(false);
			}
		}
	}

}
