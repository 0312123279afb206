/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.PostgresSession;
import org.jspecify.annotations.Nullable;

/**
 * Checks each new session: whether the server is new enough, and whether all statements
 * run in the same session. Ends the previous session if it still exists, because it would
 * hold its locks until it has been idle for a lease.
 */
final class SessionCheck {

	/** The first version with idle_session_timeout. */
	private static final int OLDEST = 140000;

	private static final long LONGEST_WAIT_MILLIS = 1000;

	private static final String END = """
			select pg_terminate_backend(pid, ?) from pg_stat_activity
			where pid = ? and pid <> pg_backend_pid() and usename = current_user
				and extract(epoch from backend_start)::text = ?""";

	private final ConnectionSource source;

	SessionCheck(ConnectionSource source) {
		this.source = source;
	}

	/**
	 * Checks a new session.
	 * @param connection a connection in auto-commit mode
	 * @param before the session that this one replaces, or {@code null}
	 * @param timeout the time left for the call
	 * @return the session
	 * @throws UnsuitableServerException if it cannot be used
	 * @throws SQLException if the server or the driver refused
	 */
	PostgresSession check(Connection connection, @Nullable PostgresSession before, Duration timeout)
			throws SQLException {
		PostgresSession session = PostgresSession.of(connection);
		if (session.version() < OLDEST) {
			throw new UnsuitableServerException("The postgres store of leader election needs PostgreSQL 14 or "
					+ "newer, whose servers end idle sessions, but " + this.source.name() + " is version "
					+ (session.version() / 10000) + ". Upgrade the server, or set leader-election.backend=jdbc");
		}
		if (session.isPooled(connection, this.source, timeout)) {
			throw UnsuitableServerException.pooled(this.source.name());
		}
		if (before != null && before.direct()) {
			end(connection, before, timeout);
		}
		return session;
	}

	private static void end(Connection connection, PostgresSession before, Duration timeout) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(END)) {
			statement.setLong(1, Math.max(1, Math.min(LONGEST_WAIT_MILLIS, timeout.toMillis() / 4)));
			statement.setInt(2, before.pid());
			statement.setString(3, before.startedAt());
			statement.executeQuery().close();
		}
	}

}
