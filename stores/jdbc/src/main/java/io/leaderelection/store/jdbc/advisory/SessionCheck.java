/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.advisory;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;

import io.leaderelection.store.jdbc.ConnectionSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Looks at each new session: whether the server knows what the store needs, and whether
 * the session stays the same from one statement to the next. Ends the session before, if
 * the server still has it: it would keep its locks until it has been idle for a lease.
 */
final class SessionCheck {

	/** Knows idle_session_timeout. */
	private static final int OLDEST = 140000;

	private static final int ROUNDS = 3;

	private static final long LONGEST_WAIT_MILLIS = 1000;

	private static final String DESCRIBE = """
			select current_setting('server_version_num')::int, pg_backend_pid(),
				(select extract(epoch from backend_start)::text from pg_stat_activity where pid = pg_backend_pid())""";

	private static final String END = """
			select pg_terminate_backend(pid, ?) from pg_stat_activity
			where pid = ? and pid <> pg_backend_pid() and usename = current_user
				and extract(epoch from backend_start)::text = ?""";

	private static final String MARK = "select set_config('leader_election.session', ?, false)";

	private static final String READ_MARK = "select current_setting('leader_election.session', true)";

	private final ConnectionSource source;

	SessionCheck(ConnectionSource source) {
		this.source = source;
	}

	/**
	 * Looks at a new session.
	 * @param connection in auto-commit mode
	 * @param before the session that this one replaces, or {@code null}
	 * @param timeout what is left of the call
	 * @return the session
	 * @throws UnsuitableServerException if it cannot be used
	 * @throws SQLException if the server or the driver refused
	 */
	Session check(Connection connection, @Nullable Session before, Duration timeout) throws SQLException {
		Session session = describe(connection);
		if (!session.direct() && isPooled(connection, timeout)) {
			throw UnsuitableServerException.pooled(this.source.name());
		}
		if (before != null && before.direct()) {
			end(connection, before, timeout);
		}
		return session;
	}

	private Session describe(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(DESCRIBE)) {
			row.next();
			int version = row.getInt(1);
			if (version < OLDEST) {
				throw new UnsuitableServerException("The postgres store of leader election needs PostgreSQL 14 or "
						+ "newer, whose servers end idle sessions, but " + this.source.name() + " is version "
						+ (version / 10000) + ". Upgrade the server, or set leader-election.backend=jdbc");
			}
			int pid = row.getInt(2);
			// A pool makes up the number with which a client may cancel a statement
			boolean direct = connection.isWrapperFor(PGConnection.class)
					&& connection.unwrap(PGConnection.class).getBackendPID() == pid;
			return new Session(pid, String.valueOf(row.getString(3)), direct);
		}
	}

	/**
	 * A pool of transactions gives the session of one client that is between two
	 * transactions to another, or another session to the one that comes back.
	 */
	private boolean isPooled(Connection session, Duration timeout) throws SQLException {
		String mark = UUID.randomUUID().toString();
		try (PreparedStatement statement = session.prepareStatement(MARK)) {
			statement.setString(1, mark);
			statement.executeQuery().close();
		}
		try (Connection other = this.source.open(timeout)) {
			other.setAutoCommit(false);
			for (int round = 0; round < ROUNDS; round++) {
				if (bears(other, mark) || !bears(session, mark) || !bears(session, mark)) {
					return true;
				}
				other.rollback();
			}
		}
		return false;
	}

	private static boolean bears(Connection connection, String mark) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(READ_MARK)) {
			row.next();
			return mark.equals(row.getString(1));
		}
	}

	private static void end(Connection connection, Session before, Duration timeout) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(END)) {
			statement.setLong(1, Math.max(1, Math.min(LONGEST_WAIT_MILLIS, timeout.toMillis() / 4)));
			statement.setInt(2, before.pid());
			statement.setString(3, before.startedAt());
			statement.executeQuery().close();
		}
	}

	/**
	 * A session.
	 *
	 * @param pid the server's process
	 * @param startedAt tells it from another one with the same number
	 * @param direct whether nothing stands between it and this client that hides its
	 * number
	 */
	record Session(int pid, String startedAt, boolean direct) {

	}

}
