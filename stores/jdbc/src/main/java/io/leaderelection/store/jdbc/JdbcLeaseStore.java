/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.EscapedText;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * Lease store that keeps each election in a row of a table. The factory that opens it
 * supplies the statements, which may add a guard lock to each row.
 * <p>
 * For each command, a statement returns whether it was applied and, if not, the state of
 * the record. If that state would have allowed the command, the record was locked or has
 * changed meanwhile: the store repeats the command, and reports an unknown outcome if
 * repeating does not help.
 */
public final class JdbcLeaseStore implements LeaseStore {

	private final WorkConnection connection;

	private final Ticker ticker;

	private final SqlFailures failures;

	private final RowOutcomes rows;

	private final Notifications notifications;

	/**
	 * Creates the store. It does not connect before the first call.
	 * @param source opens the connections
	 * @param database the dialect, if known, and the tables
	 * @param dialects creates the statements for a dialect and its tables
	 * @param time the clocks and threads that run the calls and measure their timeouts
	 */
	public JdbcLeaseStore(ConnectionSource source, LeaseDatabase database,
			Function<LeaseSchema, LeaseStatements> dialects, TimeSystem time) {
		this.connection = new WorkConnection(source, database, dialects, time);
		this.ticker = time.ticker();
		this.failures = new SqlFailures(source, database);
		this.rows = new RowOutcomes(database.tableName());
		this.notifications = hasNotifications(source, database) ? new PostgresNotifications(source, time)
				: Notifications.NONE;
	}

	/**
	 * Only PostgreSQL notifies, and only on a connection that the store does not share.
	 */
	static boolean hasNotifications(ConnectionSource source, LeaseDatabase database) {
		LeaseSchema schema = database.schema();
		return source.exclusive() && schema != null && schema.dialect() == JdbcDialect.POSTGRESQL;
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return run(timeout, batch, Wanted::of, LeaseStatements::acquire, this.rows::ofAcquire, Outcome.Unknown::new);
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return run(timeout, batch, Wanted::of, LeaseStatements::renew, this.rows::ofRenew, Outcome.Unknown::new);
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return run(timeout, batch, Wanted::of, LeaseStatements::release, this.rows::ofRelease, Outcome.Unknown::new);
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return run(timeout, batch, (item, it) -> Wanted.of(item, it), LeaseStatements::observe, this.rows::ofObserve,
				Outcome.Unknown::new);
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return this.notifications.watch(namespace, listener);
	}

	@Override
	public void close() {
		this.notifications.close();
		this.connection.close();
	}

	private <C, O extends Outcome> List<O> run(Duration timeout, List<C> commands, Reader<C> reader,
			Statement statement, Decision<O> decision, Function<Throwable, ? extends O> unknown) {
		if (commands.isEmpty()) {
			return List.of();
		}
		Map<Integer, O> outcomes = new HashMap<>();
		List<Wanted> batch = new ArrayList<>();
		for (int i = 0; i < commands.size(); i++) {
			Wanted wanted = reader.read(i, commands.get(i));
			if (wanted.acquire().tokenFloor() < StoredTerm.MAX_TOKEN) {
				batch.add(wanted);
			}
			else {
				outcomes.put(i, unknown.apply(new IllegalArgumentException("The token of election '"
						+ EscapedText.escape(wanted.key().election()) + "' has reached its limit")));
			}
		}
		batch.sort(Wanted.LOCK_ORDER);
		if (!batch.isEmpty()) {
			LockRetries retries = new LockRetries(this.ticker, timeout);
			try {
				outcomes.putAll(this.connection.call(timeout, (connection, statements) -> execute(connection,
						statements, batch, retries, statement, decision, unknown)));
			}
			catch (SQLException ex) {
				throw this.failures.translate(ex);
			}
		}
		List<O> answer = new ArrayList<>(commands.size());
		for (int i = 0; i < commands.size(); i++) {
			answer.add(Objects.requireNonNull(outcomes.get(i)));
		}
		return answer;
	}

	/**
	 * Returns a new map, because a caller that timed out no longer synchronizes with this
	 * thread.
	 */
	private <O extends Outcome> Map<Integer, O> execute(Connection connection, LeaseStatements statements,
			List<Wanted> batch, LockRetries retries, Statement statement, Decision<O> decision,
			Function<Throwable, ? extends O> unknown) throws SQLException {
		Map<Integer, O> outcomes = new HashMap<>();
		List<Wanted> open = batch;
		while (true) {
			boolean last = retries.isOver();
			Map<Integer, LeaseRow> answers = new HashMap<>();
			try {
				statement.run(statements, connection, open).forEach((row) -> answers.put(row.item(), row));
			}
			catch (SQLException ex) {
				if (last || !statements.isConflict(ex)) {
					throw ex;
				}
				retries.pause();
				continue;
			}
			List<Wanted> locked = new ArrayList<>();
			for (Wanted wanted : open) {
				O outcome = outcome(wanted, answers.get(wanted.item()), last, decision, unknown);
				if (outcome != null) {
					outcomes.put(wanted.item(), outcome);
				}
				else {
					locked.add(wanted);
				}
			}
			if (last || locked.isEmpty()) {
				locked.forEach((wanted) -> outcomes.put(wanted.item(), unknown.apply(this.rows.locked(wanted))));
				return outcomes;
			}
			open = locked;
			retries.pause();
		}
	}

	private static <O> @Nullable O outcome(Wanted wanted, @Nullable LeaseRow row, boolean last, Decision<O> decision,
			Function<Throwable, ? extends O> unknown) {
		try {
			return (row != null) ? decision.of(wanted, row, last) : null;
		}
		catch (GarbageRecordException ex) {
			return unknown.apply(ex);
		}
	}

	private interface Reader<C> {

		Wanted read(int item, C command);

	}

	private interface Statement {

		List<LeaseRow> run(LeaseStatements statements, Connection connection, List<Wanted> batch) throws SQLException;

	}

	private interface Decision<O> {

		/**
		 * Returns {@code null} if the state of the record does not explain why the
		 * command was not applied.
		 */
		@Nullable O of(Wanted wanted, LeaseRow row, boolean last);

	}

}
