/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

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

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.EscapedText;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.LeaseRow;
import io.leaderelection.store.jdbc.LeaseSchema;
import io.leaderelection.store.jdbc.PostgresSession;
import io.leaderelection.store.jdbc.PostgresSql;
import io.leaderelection.store.jdbc.PostgresStatements;
import io.leaderelection.store.jdbc.Wanted;
import org.jspecify.annotations.Nullable;

/**
 * Runs the statements of the {@code postgres} store, and tracks the locks of the session.
 * <p>
 * Every failure ends the session and thus releases its locks, because PostgreSQL does not
 * undo the advisory locks of a failed statement. The rows remain, and the next session
 * acquires the locks again with the next renewal.
 */
final class AdvisoryStatements extends PostgresStatements {

	private static final String PREFIX = "leader-election:";

	/** The server truncates longer names. */
	private static final int MAX_NAME = 63;

	private static final int HEAD = 30;

	private static final LeaseRow.GuardLock[] GUARD_LOCKS = LeaseRow.GuardLock.values();

	private final SessionCheck check;

	private final String server;

	/**
	 * The nonces of the terms whose locks the session has. It can acquire the same lock
	 * several times, and a late command of one term must not release the lock of another.
	 */
	private final Map<ElectionKey, String> terms = new HashMap<>();

	private @Nullable PostgresSession session;

	private boolean named;

	/** Whether the server ends the session when it is idle. */
	private boolean timed;

	AdvisoryStatements(LeaseSchema schema, ConnectionSource source) {
		super(PostgresSql.of(schema, AdvisorySql.PARTS), source);
		this.check = new SessionCheck(source);
		this.server = source.name();
	}

	@Override
	public List<LeaseRow> acquire(Connection connection, List<Wanted> batch) throws SQLException {
		if (!this.named && batch.get(0).command() instanceof Acquire command) {
			name(connection, EscapedText.escape(command.candidate()));
			this.named = true;
		}
		return super.acquire(connection, batch);
	}

	@Override
	public void opened(Connection connection, Duration timeout) throws SQLException {
		this.terms.clear();
		this.named = false;
		this.timed = false;
		this.session = this.check.check(connection, this.session, timeout);
	}

	/** Never repeats a statement, because the locks that it has acquired are unknown. */
	@Override
	public boolean isConflict(SQLException failure) {
		return false;
	}

	@Override
	protected List<LeaseRow> run(Connection connection, String command, List<Wanted> batch, List<Object[]> columns)
			throws SQLException {
		if (this.timed && this.terms.isEmpty()) {
			try (Statement statement = connection.createStatement()) {
				statement.execute("set idle_session_timeout = default; set tcp_user_timeout = default");
			}
			this.timed = false;
		}
		columns.add(batch.stream().map(this::hold).toArray(Integer[]::new));
		columns.add(new Integer[] { (this.session != null) ? this.session.pid() : 0 });
		return super.run(connection, command, batch, columns);
	}

	/** Returns the value of the column {@code hold} of {@link AdvisorySql}. */
	private int hold(Wanted wanted) {
		String nonce = this.terms.get(wanted.key());
		return (nonce == null) ? 0 : nonce.equals(wanted.nonce()) ? 2 : 1;
	}

	@Override
	protected List<LeaseRow> read(ResultSet answer, List<Wanted> batch) throws SQLException {
		Map<Integer, Wanted> commands = new HashMap<>();
		batch.forEach((wanted) -> commands.put(wanted.item(), wanted));
		List<LeaseRow> rows = new ArrayList<>();
		try (answer) {
			while (answer.next()) {
				Wanted wanted = commands.get(answer.getInt(1));
				if (wanted == null) {
					continue;
				}
				LeaseRow row = LeaseRow.read(answer, wanted.item(), GUARD_LOCKS[answer.getInt(15)]);
				boolean applied = row.fate() == LeaseRow.Fate.APPLIED;
				if (answer.getInt(16) == 0) {
					this.terms.remove(wanted.key());
				}
				else if (applied) {
					this.terms.put(wanted.key(), wanted.nonce());
				}
				this.timed |= applied;
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
