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
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * Elections over the rows of a table. Opened by {@link JdbcLeaseStoreFactory}.
 * <p>
 * A statement answers for each command whether it was applied, and how the record stands
 * if not. A record that should have taken the command and did not was locked, or has
 * changed meanwhile: it is asked again, and if that does not help, nothing is known.
 */
final class JdbcLeaseStore implements LeaseStore {

	private static final int ATTEMPTS = 3;

	private final LeaseStatements statements;

	private final WorkConnection connection;

	private final SqlFailures failures;

	private final RowOutcomes rows;

	private final Hints hints;

	JdbcLeaseStore(ConnectionSource source, JdbcDialect dialect, JdbcTables tables, TimeSystem time) {
		this.statements = LeaseStatements.of(dialect, tables);
		this.connection = new WorkConnection(source, this.statements, time);
		this.failures = new SqlFailures(source, new LeaseSchema(dialect, tables.lease()));
		this.rows = new RowOutcomes(tables.lease());
		this.hints = (dialect == JdbcDialect.POSTGRESQL && source.exclusive()) ? new PostgresHints(source, time)
				: Hints.NONE;
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return run(timeout, batch, Wanted::of, this.statements::acquire, this.rows::ofAcquire, Outcome.Unknown::new);
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return run(timeout, batch, (item, it) -> Wanted.of(item, it.key(), it.nonce(), it.token()),
				this.statements::renew, this.rows::ofRenew, Outcome.Unknown::new);
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return run(timeout, batch, (item, it) -> Wanted.of(item, it.key(), it.nonce(), it.token()),
				this.statements::release, this.rows::ofRelease, Outcome.Unknown::new);
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return run(timeout, batch, (item, it) -> Wanted.of(item, it), this.statements::observe, this.rows::ofObserve,
				Outcome.Unknown::new);
	}

	@Override
	public Watch watch(String namespace, HintListener listener) {
		return this.hints.watch(namespace, listener);
	}

	@Override
	public void close() {
		this.hints.close();
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
			if (wanted.acquire().tokenFloor() < MAX_TOKEN) {
				batch.add(wanted);
			}
			else {
				outcomes.put(i, unknown.apply(new IllegalArgumentException("The token of election '"
						+ AsciiText.escape(wanted.key().election()) + "' has reached its limit")));
			}
		}
		batch.sort(Wanted.LOCK_ORDER);
		if (!batch.isEmpty()) {
			try {
				outcomes.putAll(this.connection.call(timeout,
						(connection) -> ask(connection, batch, statement, decision, unknown)));
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
	 * Returns new outcomes, since a caller that gave up does not wait for this thread.
	 */
	private <O extends Outcome> Map<Integer, O> ask(Connection connection, List<Wanted> batch, Statement statement,
			Decision<O> decision, Function<Throwable, ? extends O> unknown) throws SQLException {
		Map<Integer, O> outcomes = new HashMap<>();
		List<Wanted> open = batch;
		for (int attempt = 1; !open.isEmpty(); attempt++) {
			Map<Integer, LeaseRow> answers = new HashMap<>();
			try {
				statement.run(connection, open).forEach((row) -> answers.put(row.item(), row));
			}
			catch (SQLException ex) {
				if (attempt == ATTEMPTS || !SqlFailures.isConflict(ex)) {
					throw ex;
				}
				continue;
			}
			List<Wanted> again = new ArrayList<>();
			for (Wanted wanted : open) {
				LeaseRow row = answers.get(wanted.item());
				O outcome;
				try {
					outcome = (row != null) ? decision.of(wanted, row, attempt == ATTEMPTS) : null;
				}
				catch (GarbageRecordException ex) {
					outcome = unknown.apply(ex);
				}
				if (outcome != null) {
					outcomes.put(wanted.item(), outcome);
				}
				else if (attempt < ATTEMPTS) {
					again.add(wanted);
				}
				else {
					outcomes.put(wanted.item(), unknown.apply(this.rows.locked(wanted)));
				}
			}
			open = again;
		}
		return outcomes;
	}

	private interface Reader<C> {

		Wanted read(int item, C command);

	}

	private interface Statement {

		List<LeaseRow> run(Connection connection, List<Wanted> batch) throws SQLException;

	}

	private interface Decision<O> {

		/**
		 * Returns {@code null} where the record should have taken the command and did
		 * not.
		 */
		@Nullable O of(Wanted wanted, LeaseRow row, boolean last);

	}

}
