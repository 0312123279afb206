/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.leaderelection.store.support.TermRules;

/**
 * Statements for databases that cannot lock, decide, write and return rows in a single
 * one. A transaction locks the rows of the batch in the order of their keys and passes
 * over those that others have locked; {@link TermRules} decides by the database's clock;
 * the transaction writes what was decided. A renewal takes three round trips: the lock,
 * the write, and the commit.
 * <p>
 * The transaction needs the isolation level READ COMMITTED, so that it reads what others
 * have committed before it got the lock. A connection that has written stays out of
 * auto-commit mode, because most write again, and changing the mode takes a round trip.
 */
final class LockedStatements implements LeaseStatements {

	private final LeaseTables tables;

	LockedStatements(LeaseTables tables) {
		this.tables = tables;
	}

	@Override
	public List<LeaseRow> observe(Connection connection, List<Wanted> batch) throws SQLException {
		return List.copyOf(readAlone(connection, LeaseTables.RECORDS, batch).values());
	}

	private Map<Integer, LeaseRow> readAlone(Connection connection, String columns, List<Wanted> batch)
			throws SQLException {
		if (!connection.getAutoCommit()) {
			connection.setAutoCommit(true);
		}
		return this.tables.read(connection, columns, batch);
	}

	@Override
	public List<LeaseRow> renew(Connection connection, List<Wanted> batch) throws SQLException {
		return inTransaction(connection, () -> {
			Map<Integer, LeaseRow> rows = this.tables.lock(connection, LeaseTables.TERMS, batch);
			new LockedRound(rows, Set.of(), Set.of()).write(this.tables, connection, batch);
			return List.copyOf(withOthers(connection, batch, rows).values());
		});
	}

	@Override
	public List<LeaseRow> release(Connection connection, List<Wanted> batch) throws SQLException {
		return renew(connection, batch);
	}

	/**
	 * First reads without a transaction, perhaps from a replica, so that a follower takes
	 * one round trip.
	 */
	@Override
	public List<LeaseRow> acquire(Connection connection, List<Wanted> batch) throws SQLException {
		Map<Integer, LeaseRow> rows = readAlone(connection, LeaseTables.RECORDS, batch);
		List<Wanted> open = batch.stream().filter((wanted) -> {
			LeaseRow row = row(rows, wanted);
			return !row.isTaken() || row.isOf(wanted.acquire().nonce());
		}).toList();
		if (!open.isEmpty()) {
			inTransaction(connection, () -> grant(connection, open)).forEach((row) -> rows.put(row.item(), row));
		}
		return List.copyOf(rows.values());
	}

	/**
	 * Locks the fences before the records: a fenced transaction keeps its fence until it
	 * has committed, and is waited for.
	 */
	private List<LeaseRow> grant(Connection connection, List<Wanted> batch) throws SQLException {
		Set<Integer> fences = this.tables.fences(connection, batch, true);
		List<Wanted> unlocked = batch.stream().filter((wanted) -> !fences.contains(wanted.item())).toList();
		Set<Integer> busy = unlocked.isEmpty() ? Set.of() : this.tables.fences(connection, unlocked, false);
		Map<Integer, LeaseRow> open = this.tables.lock(connection, LeaseTables.RECORDS, batch);
		// Any reading of the clock after the command was sent is correct
		long clock = open.isEmpty() ? this.tables.clock(connection) : open.values().iterator().next().now();
		Map<Integer, LeaseRow> rows = withOthers(connection, batch, open);
		rows.forEach((item, row) -> {
			if (row.isAbsent()) {
				open.put(item, LeaseRow.absent(item, clock));
			}
		});
		List<Wanted> written = new LockedRound(open, fences, busy).write(this.tables, connection, batch);
		rows.putAll(open);
		// The transaction with the fence may have locked the record, too
		busy.forEach((item) -> rows.computeIfPresent(item, (same, row) -> row.isApplied() ? row : row.fenced()));
		if (!written.isEmpty()) {
			confirm(connection, written, rows);
		}
		return List.copyOf(rows.values());
	}

	/** Takes a grant only from the record itself: numbers of written rows vary. */
	private void confirm(Connection connection, List<Wanted> written, Map<Integer, LeaseRow> rows) throws SQLException {
		Map<Integer, LeaseRow> read = this.tables.readInTransaction(connection, LeaseTables.RECORDS, written);
		for (Wanted wanted : written) {
			LeaseRow row = row(read, wanted);
			boolean granted = row.isTaken() && row.isOf(wanted.acquire().nonce());
			rows.put(wanted.item(), granted ? row.applied(Objects.requireNonNull(row.record())) : row);
		}
	}

	/** Adds the rows that others have locked, and those of absent records. */
	private Map<Integer, LeaseRow> withOthers(Connection connection, List<Wanted> batch, Map<Integer, LeaseRow> locked)
			throws SQLException {
		Map<Integer, LeaseRow> rows = new HashMap<>(locked);
		List<Wanted> others = batch.stream().filter((wanted) -> !locked.containsKey(wanted.item())).toList();
		if (!others.isEmpty()) {
			rows.putAll(this.tables.readInTransaction(connection, LeaseTables.RECORDS, others));
		}
		return rows;
	}

	/** Returns the row of a command, which every read returns. */
	private static LeaseRow row(Map<Integer, LeaseRow> rows, Wanted wanted) {
		return Objects.requireNonNull(rows.get(wanted.item()));
	}

	private List<LeaseRow> inTransaction(Connection connection, Step step) throws SQLException {
		if (connection.getAutoCommit()) {
			connection.setAutoCommit(false);
		}
		boolean committed = false;
		try {
			List<LeaseRow> rows = step.run();
			connection.commit();
			committed = true;
			return rows;
		}
		finally {
			if (!committed) {
				rollBack(connection);
			}
		}
	}

	/**
	 * After an error, too: a borrowed connection would commit when it gets back its
	 * auto-commit mode.
	 */
	private static void rollBack(Connection connection) {
		try {
			connection.rollback();
			connection.setAutoCommit(true);
		}
		catch (SQLException ex) {
			// The failure of the transaction says more
		}
	}

	@Override
	public void bound(Connection connection, Duration timeout) throws SQLException {
		this.tables.bound(connection, timeout);
	}

	/** A part of a transaction. */
	private interface Step {

		List<LeaseRow> run() throws SQLException;

	}

}
