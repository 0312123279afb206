/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * The database of a store, with its dialect and its tables. The first connection
 * determines the dialect if the URL is unknown, and creates missing tables if configured.
 * Thread-safe.
 */
public final class LeaseDatabase {

	private final ConnectionSource source;

	private final String tableName;

	private final boolean createsTables;

	private volatile @Nullable LeaseSchema schema;

	private volatile boolean created;

	/**
	 * Creates the description of a database. Does not connect.
	 * @param source opens the connections
	 * @param dialect the dialect, or {@code null} to derive it from the first connection
	 * @param tableName the name of the table with the records
	 * @param createsTables whether the first connection creates missing tables
	 * @throws IllegalArgumentException if the table name is invalid
	 */
	public LeaseDatabase(ConnectionSource source, @Nullable JdbcDialect dialect, String tableName,
			boolean createsTables) {
		this.source = source;
		this.tableName = LeaseSchema.requireLegal(tableName);
		this.createsTables = createsTables;
		this.schema = (dialect != null) ? new LeaseSchema(dialect, tableName) : null;
	}

	/**
	 * Returns the source of the connections to this database.
	 * @return the source
	 */
	public ConnectionSource source() {
		return this.source;
	}

	/**
	 * Returns the name of the table with the records.
	 * @return the name, optionally with its schema
	 */
	public String tableName() {
		return this.tableName;
	}

	/**
	 * Returns the schema of the tables.
	 * @return the schema, or {@code null} as long as the dialect is unknown
	 */
	public @Nullable LeaseSchema schema() {
		return this.schema;
	}

	/**
	 * Only PostgreSQL notifies, and only on a connection that the store does not share.
	 */
	boolean hasNotifications() {
		LeaseSchema known = this.schema;
		return this.source.exclusive() && known != null && known.dialect() == JdbcDialect.POSTGRESQL;
	}

	/**
	 * Determines the dialect if it is unknown, and creates missing tables once if
	 * configured.
	 * @param connection to the database
	 * @return the schema of the tables
	 * @throws UnsupportedDatabaseException if the product is not supported
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
	 * Prepares the database as {@link #prepare} does, and checks that the tables can be
	 * read.
	 * @param connection to the database
	 * @return the schema of the tables
	 * @throws UnsupportedDatabaseException if the product is not supported
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
		connection.setAutoCommit(true);
		try {
			known.create(connection);
		}
		catch (SQLException ex) {
			try {
				known.check(connection, this.source.name());
			}
			catch (MissingTableException failure) {
				// Why it cannot be created says more than that it is not there
				MissingTableException missing = new MissingTableException(this.source.name(), known, ex);
				missing.addSuppressed(failure);
				throw missing;
			}
			catch (SQLException | RuntimeException failure) {
				failure.addSuppressed(ex);
				throw failure;
			}
		}
		finally {
			if (!connection.isClosed()) {
				connection.setAutoCommit(autoCommit);
			}
		}
	}

}
