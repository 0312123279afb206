/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.LeaseSchema;
import org.jspecify.annotations.Nullable;

/**
 * Creates missing tables on the first connection that is made, which may be long after
 * the start if the database is not there.
 */
public final class InitializingConnectionSource implements ConnectionSource {

	private final ConnectionSource source;

	private final LeaseSchema schema;

	private volatile boolean initialized;

	/**
	 * Adds the creation to a source.
	 * @param source opens the connections, of a user who may create tables
	 * @param schema the tables
	 */
	public InitializingConnectionSource(ConnectionSource source, LeaseSchema schema) {
		this.source = source;
		this.schema = schema;
	}

	@Override
	public Connection open(Duration timeout) throws SQLException {
		Connection connection = this.source.open(timeout);
		if (!this.initialized) {
			try {
				initialize(connection);
				this.initialized = true;
			}
			catch (SQLException | RuntimeException ex) {
				try {
					connection.close();
				}
				catch (SQLException suppressed) {
					ex.addSuppressed(suppressed);
				}
				throw ex;
			}
		}
		return connection;
	}

	private void initialize(Connection connection) throws SQLException {
		boolean autoCommit = connection.getAutoCommit();
		if (!autoCommit) {
			connection.setAutoCommit(true);
		}
		try {
			this.schema.create(connection);
		}
		catch (SQLException ex) {
			try {
				this.schema.check(connection, this.source.name());
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

	@Override
	public boolean exclusive() {
		return this.source.exclusive();
	}

	@Override
	public @Nullable String url() {
		return this.source.url();
	}

	@Override
	public String name() {
		return this.source.name();
	}

}
