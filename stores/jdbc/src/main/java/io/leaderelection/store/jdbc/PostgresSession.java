/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * A session of a PostgreSQL server.
 *
 * @param version the version of the server, such as 150004
 * @param pid the ID of the server process
 * @param startedAt when the process started, which distinguishes it from another one with
 * the same ID
 * @param direct whether the client knows the ID of the server process, which pools do not
 * pass on
 */
public record PostgresSession(int version, int pid, String startedAt, boolean direct) {

	private static final String DRIVER = "PostgreSQL JDBC Driver";

	private static final int ROUNDS = 3;

	private static final String DESCRIBE = """
			select current_setting('server_version_num')::int, pg_backend_pid(),
				(select extract(epoch from backend_start)::text from pg_stat_activity where pid = pg_backend_pid())""";

	/**
	 * Returns the session in which a statement runs.
	 * @param connection to the server
	 * @return the session
	 * @throws SQLException if the server or the driver refused
	 */
	public static PostgresSession of(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(DESCRIBE)) {
			row.next();
			int pid = row.getInt(2);
			PGConnection driver = driver(connection);
			// A pool generates its own process ID for cancel requests
			boolean direct = driver != null && driver.getBackendPID() == pid;
			return new PostgresSession(row.getInt(1), pid, String.valueOf(row.getString(3)), direct);
		}
	}

	/**
	 * Returns what PostgreSQL's own driver offers beyond JDBC.
	 * @param connection to the server
	 * @return the driver's connection, or {@code null} if the driver is another one
	 * @throws SQLException if the driver refused
	 */
	static @Nullable PGConnection driver(Connection connection) throws SQLException {
		// With another driver the interface may not be on the class path
		return DRIVER.equals(connection.getMetaData().getDriverName()) && connection.isWrapperFor(PGConnection.class)
				? connection.unwrap(PGConnection.class) : null;
	}

	/**
	 * Returns whether a proxy pools transactions: it may run each transaction of a client
	 * in another session, and gives the session to other clients between two
	 * transactions. Changes no session settings.
	 * @param connection the connection that used this session, in auto-commit mode
	 * @param source opens a second connection if this session is not direct
	 * @param timeout how long opening it may take
	 * @return {@code true} if sessions change between transactions
	 * @throws SQLException if the server or the driver refused
	 */
	public boolean isPooled(Connection connection, ConnectionSource source, Duration timeout) throws SQLException {
		if (this.direct) {
			return false;
		}
		try (Connection other = source.open(timeout);
				Statement others = other.createStatement();
				Statement own = connection.createStatement()) {
			boolean pooled = false;
			for (int round = 0; round < ROUNDS && !pooled; round++) {
				// Plain SQL, because the driver's own BEGIN leaves a named statement in
				// the session
				others.execute("begin");
				pooled = isIn(other) || isMoved(connection, own);
				// Most pools assign the most recently returned session first, so this
				// connection now gets the other one
				others.execute("rollback");
				pooled = pooled || !isIn(connection) || !isIn(connection);
			}
			return pooled;
		}
	}

	private boolean isMoved(Connection connection, Statement statement) throws SQLException {
		statement.execute("begin");
		try {
			return !isIn(connection);
		}
		finally {
			statement.execute("rollback");
		}
	}

	private boolean isIn(Connection connection) throws SQLException {
		PostgresSession session = of(connection);
		return session.pid == this.pid && session.startedAt.equals(this.startedAt);
	}

}
