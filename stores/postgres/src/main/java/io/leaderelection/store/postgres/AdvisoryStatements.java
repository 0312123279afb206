/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.store.jdbc.Columns;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.LeaseRow;
import io.leaderelection.store.jdbc.LeaseSchema;
import io.leaderelection.store.jdbc.LeaseStatements;
import io.leaderelection.store.jdbc.PostgresSession;
import io.leaderelection.store.jdbc.Wanted;
import org.jspecify.annotations.Nullable;

/**
 * Runs the statements of the {@code postgres} store, and tracks the locks of the session.
 * <p>
 * Every failure ends the session and thus releases its locks, because PostgreSQL does not
 * undo the advisory locks of a failed statement. The rows remain, and the next session
 * acquires the locks again with the next renewal.
 */
final class AdvisoryStatements implements LeaseStatements {

	private static final String PREFIX = "leader-election:";

	/** The server truncates longer names. */
	private static final int MAX_NAME = 63;

	private static final int HEAD = 30;

	private static final LeaseRow.GuardLock[] GUARD_LOCKS = LeaseRow.GuardLock.values();

	private final LeaseStatements rows;

	private final AdvisorySql sql;

	private final SessionCheck check;

	private final String server;

	private final SessionLocks locks = new SessionLocks();

	private @Nullable PostgresSession session;

	private boolean named;

	/** Whether the server ends the session when it is idle. */
	private boolean timed;

	AdvisoryStatements(LeaseSchema schema, ConnectionSource source) {
		this.rows = LeaseStatements.of(schema, source);
		this.sql = new AdvisorySql(schema);
		this.check = new SessionCheck(source);
		this.server = source.name();
	}

	@Override
	public List<LeaseRow> renew(Connection connection, List<Wanted> batch) throws SQLException {
		return Columns.haveCheckpoints(batch)
				? run(connection, this.sql.renewCheckpoints(), batch, Columns.ofRenewals(batch))
				: run(connection, this.sql.renew(), batch, Columns.ofKeys(batch));
	}

	@Override
	public List<LeaseRow> acquire(Connection connection, List<Wanted> batch) throws SQLException {
		if (!this.named) {
			name(connection, batch.get(0).acquire().candidate());
			this.named = true;
		}
		return run(connection, this.sql.acquire(), batch, Columns.ofTerms(batch));
	}

	@Override
	public List<LeaseRow> release(Connection connection, List<Wanted> batch) throws SQLException {
		return run(connection, this.sql.release(), batch, Columns.ofKeys(batch));
	}

	@Override
	public List<LeaseRow> observe(Connection connection, List<Wanted> batch) throws SQLException {
		return run(connection, this.sql.observe(), batch, Columns.ofKeys(batch));
	}

	@Override
	public void bound(Connection connection, Duration timeout) throws SQLException {
		this.rows.bound(connection, timeout);
	}

	@Override
	public void opened(Connection connection, Duration timeout) throws SQLException {
		this.locks.forget();
		this.named = false;
		this.timed = false;
		this.session = this.check.check(connection, this.session, timeout);
	}

	/** Never repeats a statement, because the locks that it has acquired are unknown. */
	@Override
	public boolean isConflict(SQLException failure) {
		return false;
	}

	private List<LeaseRow> run(Connection connection, String sql, List<Wanted> batch, Object[][] columns)
			throws SQLException {
		if (this.timed && this.locks.isEmpty()) {
			try (Statement statement = connection.createStatement()) {
				statement.execute("set idle_session_timeout = default; set tcp_user_timeout = default");
			}
			this.timed = false;
		}
		List<Array> arrays = new ArrayList<>();
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			for (int i = 0; i < columns.length; i++) {
				arrays.add(connection.createArrayOf(Columns.type(columns[i]), columns[i]));
			}
			arrays.add(connection.createArrayOf("int4", this.locks.of(batch)));
			int parameter = 1;
			for (Array array : arrays) {
				statement.setArray(parameter++, array);
			}
			statement.setInt(parameter, (this.session != null) ? this.session.pid() : 0);
			return read(statement.executeQuery(), batch);
		}
		finally {
			for (Array array : arrays) {
				array.free();
			}
		}
	}

	private List<LeaseRow> read(ResultSet answer, List<Wanted> batch) throws SQLException {
		Map<Integer, Wanted> commands = new HashMap<>();
		batch.forEach((wanted) -> commands.put(wanted.item(), wanted));
		List<LeaseRow> rows = new ArrayList<>();
		try (answer) {
			while (answer.next()) {
				LeaseRow row = LeaseRow.read(answer, answer.getInt(1)).with(GUARD_LOCKS[answer.getInt(17)]);
				Wanted wanted = commands.get(row.item());
				if (wanted != null) {
					this.locks.update(wanted, row.applied(), answer.getInt(18) != 0);
				}
				this.timed |= row.applied();
				rows.add(row);
			}
		}
		if (rows.size() < batch.size()) {
			// The statement does nothing in another session
			throw UnsuitableServerException.pooled(this.server);
		}
		return rows;
	}

	/** Sets the name of the session, which administrators see in pg_stat_activity. */
	private static void name(Connection connection, String candidate) throws SQLException {
		String name = PREFIX + candidate;
		if (name.length() > MAX_NAME) {
			// The random part at the end distinguishes candidates
			int tail = MAX_NAME - PREFIX.length() - HEAD - 2;
			name = PREFIX + candidate.substring(0, HEAD) + ".." + candidate.substring(candidate.length() - tail);
		}
		try (PreparedStatement statement = connection
			.prepareStatement("select set_config('application_name', ?, false)")) {
			statement.setString(1, name);
			statement.executeQuery().close();
		}
	}

}
