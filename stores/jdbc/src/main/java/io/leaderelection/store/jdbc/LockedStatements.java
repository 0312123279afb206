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
import java.util.Set;
import java.util.TreeMap;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.jdbc.LeaseTables.Grant;
import io.leaderelection.store.support.Decision.Answer;
import io.leaderelection.store.support.Decision.Write;
import io.leaderelection.store.support.TermRules;
import org.jspecify.annotations.Nullable;

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
			List<Wanted> noted = new ArrayList<>();
			Map<Long, List<Wanted>> extended = new TreeMap<>();
			for (Wanted wanted : batch) {
				LeaseRow row = rows.get(wanted.item());
				if (row != null && row.garbage() == null && TermRules.renew((Renew) wanted.command(), row.term(),
						row.evidence()) instanceof Write<?> write) {
					long version = write.record().checkpoints().version();
					if (version != row.readCheckpoints().version()) {
						noted.add(wanted);
					}
					extended.computeIfAbsent(row.extendedEnd(), (end) -> new ArrayList<>()).add(wanted);
					rows.put(wanted.item(), row.asApplied(version));
				}
			}
			if (!noted.isEmpty()) {
				this.tables.note(connection, noted);
			}
			extend(connection, extended);
			return withOthers(connection, batch, rows);
		});
	}

	/** One statement serves all leases that end at the same time. */
	private void extend(Connection connection, Map<Long, List<Wanted>> extended) throws SQLException {
		for (Map.Entry<Long, List<Wanted>> end : extended.entrySet()) {
			this.tables.set(connection, "expires_at", end.getKey(), end.getValue());
		}
	}

	@Override
	public List<LeaseRow> release(Connection connection, List<Wanted> batch) throws SQLException {
		return inTransaction(connection, () -> {
			Map<Integer, LeaseRow> rows = this.tables.lock(connection, LeaseTables.TERMS, batch);
			List<Wanted> released = new ArrayList<>();
			for (Wanted wanted : batch) {
				LeaseRow row = rows.get(wanted.item());
				if (row != null && row.garbage() == null && isReleased(wanted, row)) {
					if (!row.isReleased()) {
						released.add(wanted);
					}
					rows.put(wanted.item(), row.asApplied(row.readCheckpoints().version()));
				}
			}
			if (!released.isEmpty()) {
				this.tables.set(connection, "released", 1, released);
			}
			return withOthers(connection, batch, rows);
		});
	}

	/** Returns whether the term is released now, or was before. */
	private static boolean isReleased(Wanted wanted, LeaseRow row) {
		return !(TermRules.release((Release) wanted.command(), row.term(),
				row.evidence()) instanceof Answer<Outcome.OfRelease> answer
				&& answer.outcome() instanceof Outcome.Lost);
	}

	/**
	 * First reads without a transaction, perhaps from a replica, so that a follower takes
	 * one round trip.
	 */
	@Override
	public List<LeaseRow> acquire(Connection connection, List<Wanted> batch) throws SQLException {
		Map<Integer, LeaseRow> rows = readAlone(connection, LeaseTables.LEASES, batch);
		List<Wanted> open = batch.stream().filter((wanted) -> !isLeasedByOther(wanted, row(rows, wanted))).toList();
		if (!open.isEmpty()) {
			inTransaction(connection, () -> grant(connection, open)).forEach((row) -> rows.put(row.item(), row));
		}
		return List.copyOf(rows.values());
	}

	private static boolean isLeasedByOther(Wanted wanted, LeaseRow row) {
		return row.present() && row.garbage() == null && row.live() && !row.carries(wanted.nonce());
	}

	/**
	 * Locks the fences before the records: a fenced transaction keeps its fence until it
	 * has committed, and is waited for.
	 */
	private List<LeaseRow> grant(Connection connection, List<Wanted> batch) throws SQLException {
		Set<Integer> fences = this.tables.fences(connection, batch, true);
		Set<Integer> busy = busyFences(connection, batch, fences);
		Map<Integer, LeaseRow> locked = this.tables.lock(connection, LeaseTables.RECORDS, batch);
		Map<Integer, LeaseRow> rows = new HashMap<>(locked);
		withOthers(connection, batch, rows);
		// Any reading of the clock after the command was sent is correct
		long clock = locked.isEmpty() ? this.tables.clock(connection) : locked.values().iterator().next().now();
		List<Grant> grants = new ArrayList<>();
		Map<Long, List<Wanted>> repeated = new TreeMap<>();
		for (Wanted wanted : batch) {
			LeaseRow row = row(rows, wanted);
			boolean readable = locked.containsKey(wanted.item()) || !row.present();
			Write<?> write = readable ? decide(wanted, row, clock) : null;
			if (write != null && row.carries(wanted.nonce())) {
				repeated.computeIfAbsent(row.extendedEnd(), (end) -> new ArrayList<>()).add(wanted);
			}
			else if (busy.contains(wanted.item())) {
				rows.put(wanted.item(), row.asFenced());
			}
			else if (write != null) {
				grants
					.add(new Grant(wanted, Objects.requireNonNullElse(row.nonce(), ""), write.record().token(), clock));
			}
		}
		extend(connection, repeated);
		write(connection, grants, fences);
		List<Wanted> written = new ArrayList<>();
		repeated.values().forEach(written::addAll);
		grants.forEach((grant) -> written.add(grant.wanted()));
		confirm(connection, written, rows);
		return List.copyOf(rows.values());
	}

	/** Returns the commands whose fence another transaction has locked. */
	private Set<Integer> busyFences(Connection connection, List<Wanted> batch, Set<Integer> locked)
			throws SQLException {
		List<Wanted> others = batch.stream().filter((wanted) -> !locked.contains(wanted.item())).toList();
		return others.isEmpty() ? Set.of() : this.tables.fences(connection, others, false);
	}

	private static @Nullable Write<?> decide(Wanted wanted, LeaseRow row, long clock) {
		if (row.present() && row.garbage() != null) {
			return null;
		}
		Acquire command = (Acquire) wanted.command();
		try {
			return (TermRules.acquire(command, command.duration(), clock, row.term(),
					row.evidence()) instanceof Write<?> write) ? write : null;
		}
		catch (GarbageRecordException ex) {
			// The row without this write says why
			return null;
		}
	}

	private void write(Connection connection, List<Grant> grants, Set<Integer> fences) throws SQLException {
		List<Grant> taken = grants.stream().filter((grant) -> !grant.formerNonce().isEmpty()).toList();
		List<Grant> created = grants.stream().filter((grant) -> grant.formerNonce().isEmpty()).toList();
		List<Grant> fenced = grants.stream().filter((grant) -> fences.contains(grant.wanted().item())).toList();
		List<Grant> unfenced = grants.stream().filter((grant) -> !fences.contains(grant.wanted().item())).toList();
		if (!taken.isEmpty()) {
			this.tables.take(connection, taken);
		}
		if (!created.isEmpty()) {
			this.tables.create(connection, created);
		}
		if (!fenced.isEmpty()) {
			this.tables.writeFences(connection, fenced);
		}
		if (!unfenced.isEmpty()) {
			this.tables.createFences(connection, unfenced);
		}
	}

	/** Takes a grant only from the record itself: numbers of written rows vary. */
	private void confirm(Connection connection, List<Wanted> written, Map<Integer, LeaseRow> rows) throws SQLException {
		if (written.isEmpty()) {
			return;
		}
		written.sort(Wanted.LOCK_ORDER);
		Map<Integer, LeaseRow> read = this.tables.readInTransaction(connection, LeaseTables.RECORDS, written);
		for (Wanted wanted : written) {
			LeaseRow row = row(read, wanted);
			rows.put(wanted.item(), (row.garbage() == null && row.carries(wanted.nonce()) && row.live())
					? row.asApplied(row.readCheckpoints().version()) : row);
		}
	}

	/** Adds the rows that others have locked, and those of absent records. */
	private List<LeaseRow> withOthers(Connection connection, List<Wanted> batch, Map<Integer, LeaseRow> rows)
			throws SQLException {
		List<Wanted> others = batch.stream().filter((wanted) -> !rows.containsKey(wanted.item())).toList();
		if (!others.isEmpty()) {
			rows.putAll(this.tables.readInTransaction(connection, LeaseTables.LEASES, others));
		}
		return List.copyOf(rows.values());
	}

	/** Returns the row of a command, which every read returns. */
	private static LeaseRow row(Map<Integer, LeaseRow> rows, Wanted wanted) {
		return Objects.requireNonNull(rows.get(wanted.item()));
	}

	private List<LeaseRow> inTransaction(Connection connection, Step step) throws SQLException {
		if (connection.getAutoCommit()) {
			connection.setAutoCommit(false);
		}
		try {
			List<LeaseRow> rows = step.run();
			connection.commit();
			return rows;
		}
		catch (SQLException | RuntimeException ex) {
			try {
				connection.rollback();
				connection.setAutoCommit(true);
			}
			catch (SQLException failed) {
				ex.addSuppressed(failed);
			}
			throw ex;
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
