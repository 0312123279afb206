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
 * Sets the session state and the timeouts that the statements rely on, whatever the
 * application or the server has configured. Used only by the thread of the
 * {@link WorkConnection}.
 */
final class SessionSettings {

	private final boolean exclusive;

	private final LeaseStatements statements;

	private boolean prepared;

	private long boundMillis;

	SessionSettings(boolean exclusive, LeaseStatements statements) {
		this.exclusive = exclusive;
		this.statements = statements;
	}

	/**
	 * Prepares a connection for a call.
	 * @param connection the connection
	 * @param timeout the time left for the call
	 * @return the former settings, to be closed after the call
	 * @throws SQLException if the database or the driver refused
	 */
	Former apply(Connection connection, Duration timeout) throws SQLException {
		int millis = (int) Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis()));
		Former former = this.exclusive ? Former.NONE : Former.of(connection);
		setNetworkTimeout(connection, millis);
		if (!this.exclusive || !this.prepared) {
			if (!connection.getAutoCommit()) {
				connection.setAutoCommit(true);
			}
			if (this.exclusive) {
				this.statements.opened(connection, timeout);
			}
			if ((!this.exclusive || this.statements.keepsSession())
					&& connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
				connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
			}
		}
		if (this.exclusive) {
			// The next power of two, so that it rarely changes
			long bound = Long.highestOneBit(Math.max(millis - 1, 1)) << 1;
			if (!this.prepared || bound != this.boundMillis) {
				this.statements.bound(connection, Duration.ofMillis(bound));
				this.boundMillis = bound;
			}
			this.prepared = true;
		}
		return former;
	}

	LeaseStatements statements() {
		return this.statements;
	}

	/** Resets the state for a new connection. */
	void forget() {
		this.prepared = false;
	}

	static void setNetworkTimeout(Connection connection, int millis) throws SQLException {
		try {
			connection.setNetworkTimeout(Runnable::run, millis);
		}
		catch (SQLFeatureNotSupportedException ex) {
			// The caller's own timeout applies
		}
	}

	/**
	 * The settings of a borrowed connection, which are restored when this is closed.
	 */
	interface Former extends AutoCloseable {

		/** For a connection that only the store uses. */
		Former NONE = () -> {
		};

		@Override
		void close() throws SQLException;

		private static Former of(Connection borrowed) throws SQLException {
			boolean autoCommit = borrowed.getAutoCommit();
			int isolation = borrowed.getTransactionIsolation();
			int networkTimeout = networkTimeout(borrowed);
			return () -> {
				if (borrowed.isClosed()) {
					return;
				}
				borrowed.setAutoCommit(autoCommit);
				borrowed.setTransactionIsolation(isolation);
				if (networkTimeout >= 0) {
					setNetworkTimeout(borrowed, networkTimeout);
				}
			};
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

}
