/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;

/**
 * An open connection with the session state and the timeouts that the statements rely on,
 * whatever the application or the server has configured. Used only by the thread of the
 * {@link WorkConnection}.
 */
final class WorkSession implements AutoCloseable {

	private final Connection connection;

	private final boolean exclusive;

	private boolean prepared;

	private long boundMillis;

	/** A former setting of a borrowed connection, as the next two fields. */
	private boolean autoCommit;

	private int isolation;

	private int networkTimeout;

	WorkSession(Connection connection, boolean exclusive) {
		this.connection = connection;
		this.exclusive = exclusive;
	}

	Connection connection() {
		return this.connection;
	}

	/**
	 * Prepares the connection for a call.
	 * @param statements the statements that the call sends
	 * @param timeout the time left for the call
	 * @throws SQLException if the database or the driver refused
	 */
	void prepare(LeaseStatements statements, Duration timeout) throws SQLException {
		int millis = (int) Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis()));
		if (!this.exclusive) {
			this.autoCommit = this.connection.getAutoCommit();
			this.isolation = this.connection.getTransactionIsolation();
			this.networkTimeout = networkTimeout(this.connection);
		}
		setNetworkTimeout(this.connection, millis);
		if (!this.prepared) {
			this.prepared = true;
			if (!this.connection.getAutoCommit()) {
				this.connection.setAutoCommit(true);
			}
			if (this.exclusive) {
				statements.opened(this.connection, timeout);
			}
			if ((!this.exclusive || statements.keepsSession())
					&& this.connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
				this.connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
			}
		}
		// The next power of two, so that it rarely changes
		long bound = Long.highestOneBit(Math.max(millis - 1, 1)) << 1;
		if (this.exclusive && bound != this.boundMillis) {
			statements.bound(this.connection, Duration.ofMillis(bound));
			this.boundMillis = bound;
		}
	}

	/** Closes the connection. A borrowed one gets back its former settings. */
	@Override
	public void close() throws SQLException {
		try (Connection closing = this.connection) {
			if (!this.exclusive && this.prepared && !closing.isClosed()) {
				closing.setAutoCommit(this.autoCommit);
				closing.setTransactionIsolation(this.isolation);
				if (this.networkTimeout >= 0) {
					setNetworkTimeout(closing, this.networkTimeout);
				}
			}
		}
	}

	static void setNetworkTimeout(Connection connection, int millis) throws SQLException {
		try {
			connection.setNetworkTimeout(Runnable::run, millis);
		}
		catch (SQLFeatureNotSupportedException ex) {
			// The caller's own timeout applies
		}
	}

	private static int networkTimeout(Connection connection) throws SQLException {
		try {
			return connection.getNetworkTimeout();
		}
		catch (SQLFeatureNotSupportedException ex) {
			return -1;
		}
	}

}
