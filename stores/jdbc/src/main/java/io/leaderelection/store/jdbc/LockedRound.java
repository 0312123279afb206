/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.leaderelection.store.jdbc.LeaseTables.Grant;
import io.leaderelection.store.support.Decision.LockUse;
import io.leaderelection.store.support.Decision.Write;

/**
 * The commands of one transaction, which decides by rows that it has locked and then
 * writes what was decided, with one statement for each kind of change.
 */
final class LockedRound {

	private final Map<Integer, LeaseRow> rows;

	private final Set<Integer> fences;

	private final Set<Integer> busy;

	private final List<Grant> grants = new ArrayList<>();

	/** One statement serves all leases that end at the same time. */
	private final Map<Long, List<Wanted>> extended = new TreeMap<>();

	private final List<Wanted> released = new ArrayList<>();

	private final List<Wanted> noted = new ArrayList<>();

	private final List<Wanted> written = new ArrayList<>();

	/**
	 * Creates a round.
	 * @param rows the rows that are locked, and those of absent records; replaced by what
	 * is written
	 * @param fences the commands whose fence exists and is locked
	 * @param busy the commands whose fence another transaction has locked
	 */
	LockedRound(Map<Integer, LeaseRow> rows, Set<Integer> fences, Set<Integer> busy) {
		this.rows = rows;
		this.fences = fences;
		this.busy = busy;
	}

	/**
	 * Decides, and writes what was decided.
	 * @param tables the tables
	 * @param connection to the database, in a transaction
	 * @param batch the commands
	 * @return the commands that were applied
	 * @throws SQLException if the database or the driver refused
	 */
	List<Wanted> write(LeaseTables tables, Connection connection, List<Wanted> batch) throws SQLException {
		for (Wanted wanted : batch) {
			LeaseRow row = this.rows.get(wanted.item());
			Write<?> write = (row != null) ? row.write(wanted.command()) : null;
			if (row != null && write != null && !isFenced(wanted, write)) {
				apply(wanted, row, write);
			}
		}
		tables.note(connection, this.noted);
		for (Map.Entry<Long, List<Wanted>> end : this.extended.entrySet()) {
			tables.set(connection, "expires_at", end.getKey(), end.getValue());
		}
		tables.set(connection, "released", 1, this.released);
		tables.grant(connection, this.grants, this.fences);
		return this.written;
	}

	private boolean isFenced(Wanted wanted, Write<?> write) {
		return write.lock() == LockUse.TAKE && this.busy.contains(wanted.item());
	}

	private void apply(Wanted wanted, LeaseRow row, Write<?> write) {
		long end = row.now() + write.record().lease().toMillis();
		switch (write.lock()) {
			case TAKE -> this.grants.add(new Grant(wanted, row.record(), write.record(), end));
			case KEEP -> this.extended.computeIfAbsent(end, (same) -> new ArrayList<>()).add(wanted);
			case END -> this.released.add(wanted);
		}
		if (row.record() != null && write.record().checkpoints().version() != row.record().checkpoints().version()) {
			this.noted.add(wanted);
		}
		this.written.add(wanted);
		this.rows.put(wanted.item(), row.applied(write.record()));
	}

}
