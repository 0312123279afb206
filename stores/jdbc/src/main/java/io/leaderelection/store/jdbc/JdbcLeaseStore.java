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
import java.util.function.Function;
import java.util.stream.IntStream;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.EscapedText;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.OpenWatches;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.time.Scheduler;
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

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

	private final WorkConnection connection;

	private final LeaseDatabase database;

	private final TimeSystem time;

	private final OpenWatches<ReconnectingWatch> watches = new OpenWatches<>("jdbc");

	/** {@code null} if the database sends no notifications. */
	private final @Nullable Scheduler notifications;

	/**
	 * Creates the store. It does not connect before the first call.
	 * @param database the database with the tables
	 * @param dialects creates the statements for a dialect and its tables
	 * @param time the clocks and threads that run the calls and measure their timeouts
	 */
	public JdbcLeaseStore(LeaseDatabase database, Function<LeaseSchema, LeaseStatements> dialects, TimeSystem time) {
		this.connection = new WorkConnection(database, dialects, time);
		this.database = database;
		this.time = time;
		this.notifications = database.hasNotifications() ? time.scheduler("leader-election-jdbc-timer") : null;
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return run(timeout, batch, LeaseStatements::acquire);
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return run(timeout, batch, LeaseStatements::renew);
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return run(timeout, batch, LeaseStatements::release);
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return run(timeout, batch.stream().map(Observe::new).toList(), LeaseStatements::observe);
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		Scheduler scheduler = this.notifications;
		if (scheduler == null) {
			return Watch.NONE;
		}
		ConnectionSource source = this.database.source();
		return this.watches.open(() -> new ReconnectingWatch(source.name(), listener, scheduler, LONGEST_PAUSE),
				(watch) -> watch.start(new PostgresListener(watch, source, namespace, this.time)));
	}

	@Override
	public void close() {
		if (this.notifications != null) {
			this.watches.close(this.notifications::close);
		}
		this.connection.close();
	}

	@SuppressWarnings("unchecked") // each command has its own outcomes
	private <O extends Outcome> List<O> run(Duration timeout, List<? extends Command> commands, Statement statement) {
		if (commands.isEmpty()) {
			return List.of();
		}
		List<Wanted> batch = new ArrayList<>();
		commands.forEach((command) -> batch.add(Wanted.of(batch.size(), command)));
		batch.sort(Wanted.LOCK_ORDER);
		LockRetries retries = new LockRetries(this.time.ticker(), timeout);
		try {
			Map<Integer, Outcome> outcomes = this.connection.call(timeout,
					(connection, statements) -> execute(connection, statements, batch, retries, statement));
			return (List<O>) IntStream.range(0, commands.size()).mapToObj(outcomes::get).toList();
		}
		catch (SQLException ex) {
			throw SqlFailures.translate(ex, this.database);
		}
	}

	/**
	 * Returns a new map, because a caller that timed out no longer synchronizes with this
	 * thread.
	 */
	private Map<Integer, Outcome> execute(Connection connection, LeaseStatements statements, List<Wanted> batch,
			LockRetries retries, Statement statement) throws SQLException {
		Map<Integer, Outcome> outcomes = new HashMap<>();
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
				LeaseRow row = answers.get(wanted.item());
				Outcome outcome = outcome(wanted, row, last);
				if (outcome == null && last) {
					outcome = new Outcome.Unknown(locked(wanted, row));
				}
				if (outcome != null) {
					outcomes.put(wanted.item(), outcome);
				}
				else {
					locked.add(wanted);
				}
			}
			if (locked.isEmpty()) {
				return outcomes;
			}
			open = locked;
			retries.pause();
		}
	}

	private @Nullable Outcome outcome(Wanted wanted, @Nullable LeaseRow row, boolean last) {
		try {
			return (row != null) ? row.outcome(wanted.command(), this.database.tableName(), last) : null;
		}
		catch (GarbageRecordException ex) {
			return new Outcome.Unknown(ex);
		}
	}

	/** Returns the failure of a command that a lock blocked. */
	private LeaseStoreException locked(Wanted wanted, @Nullable LeaseRow row) {
		boolean kept = row != null && row.isAbsent() && row.guardLock() == LeaseRow.GuardLock.KEPT;
		return new LeaseStoreException((kept
				? "The row of election '%s' is missing in table %s, but a session holds its lock. If a leader owns "
						+ "that session, it ends by itself; if not, end it"
				: "The row of election '%s' in table %s is locked by another transaction. End it")
			.formatted(EscapedText.escape(wanted.key().election()), this.database.tableName()), null);
	}

	private interface Statement {

		List<LeaseRow> run(LeaseStatements statements, Connection connection, List<Wanted> batch) throws SQLException;

	}

}
