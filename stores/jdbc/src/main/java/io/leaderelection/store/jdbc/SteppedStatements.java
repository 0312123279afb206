/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Base class for databases that cannot grant a term in one statement. A transaction reads
 * the clock and the record, writes the record and reads the granted term back, so that
 * all of this happens on one server even if a proxy sends other reads to a replica. It
 * locks the fence row first, so that a fenced transaction that has locked it prevents the
 * new term, and then the record. It skips rows that others have locked.
 */
abstract class SteppedStatements implements LeaseStatements {

	/**
	 * The statements of a grant. All take the batch as parameters; those with
	 * {@code Clock} in their name take the clock first.
	 */
	record Grant(String lockFences, String lockRecords, String repeatAtClock, String takeAtClock, String createAtClock,
			String writeFences, String readGrantedSinceClock) {

		Grant map(UnaryOperator<String> completion) {
			return new Grant(completion.apply(this.lockFences), completion.apply(this.lockRecords),
					completion.apply(this.repeatAtClock), completion.apply(this.takeAtClock),
					completion.apply(this.createAtClock), completion.apply(this.writeFences),
					completion.apply(this.readGrantedSinceClock));
		}

	}

	private final Grant grant;

	/** Reads all columns except the checkpoints. */
	private final String inspect;

	private final String read;

	SteppedStatements(Grant grant, String inspect, String read) {
		this.grant = grant;
		this.inspect = inspect;
		this.read = read;
	}

	/**
	 * Sets the parameters for a batch.
	 * @param statement the statement
	 * @param first the index of the first of these parameters
	 * @param batch the batch
	 * @param terms whether the statement takes the columns of new terms
	 * @throws SQLException if the driver refuses
	 */
	abstract void bind(PreparedStatement statement, int first, List<Wanted> batch, boolean terms) throws SQLException;

	/**
	 * Prepares a query whose result the driver fetches as a whole.
	 * @param connection to the database
	 * @param sql the statement
	 * @param rows the maximum number of rows it returns
	 * @return the statement
	 * @throws SQLException if the database or the driver refused
	 */
	PreparedStatement prepareQuery(Connection connection, String sql, int rows) throws SQLException {
		return connection.prepareStatement(sql);
	}

	@Override
	public final List<LeaseRow> observe(Connection connection, List<Wanted> batch) throws SQLException {
		return read(connection, this.read, batch);
	}

	/** Observes records without their checkpoints. */
	final List<LeaseRow> inspect(Connection connection, List<Wanted> batch) throws SQLException {
		return read(connection, this.inspect, batch);
	}

	private List<LeaseRow> read(Connection connection, String sql, List<Wanted> batch) throws SQLException {
		if (!connection.getAutoCommit()) {
			connection.setAutoCommit(true);
		}
		return query(connection, sql, batch);
	}

	/** Reads before the transaction, perhaps from a replica: enough for a follower. */
	@Override
	public final List<LeaseRow> acquire(Connection connection, List<Wanted> batch) throws SQLException {
		Map<Integer, LeaseRow> rows = new HashMap<>();
		inspect(connection, batch).forEach((row) -> rows.put(row.item(), row));
		List<Wanted> open = notLeasedByOthers(batch, rows);
		if (!open.isEmpty()) {
			rows.putAll(inTransaction(connection, () -> grant(connection, open)));
		}
		return List.copyOf(rows.values());
	}

	private Map<Integer, LeaseRow> grant(Connection connection, List<Wanted> batch) throws SQLException {
		Map<Integer, LeaseRow> rows = read(connection, batch);
		List<Wanted> open = notLeasedByOthers(batch, rows);
		if (!open.isEmpty()) {
			// Any reading of the database's clock after the command was sent is correct
			long clock = row(rows, open.get(0)).now();
			Set<Integer> fenced = grant(connection, open, rows, clock);
			for (LeaseRow row : query(connection, this.grant.readGrantedSinceClock(), clock, open)) {
				rows.put(row.item(), fenced.contains(row.item()) ? row.asFenced() : row);
			}
		}
		return rows;
	}

	/**
	 * Reads records on the server of the current transaction, if there is one.
	 * @param connection to the database
	 * @param batch the keys
	 * @return the rows by the items of the batch
	 * @throws SQLException if the database or the driver refused
	 */
	final Map<Integer, LeaseRow> read(Connection connection, List<Wanted> batch) throws SQLException {
		Map<Integer, LeaseRow> rows = new HashMap<>();
		query(connection, this.inspect, batch).forEach((row) -> rows.put(row.item(), row));
		return rows;
	}

	private static List<Wanted> notLeasedByOthers(List<Wanted> batch, Map<Integer, LeaseRow> rows) {
		return batch.stream().filter((wanted) -> !isLeasedByOther(wanted, row(rows, wanted))).toList();
	}

	/** Returns the row of a command, which every read returns. */
	static LeaseRow row(Map<Integer, LeaseRow> rows, Wanted wanted) {
		return Objects.requireNonNull(rows.get(wanted.item()));
	}

	/** Returns whether another candidate leads, so that a follower costs one read. */
	private static boolean isLeasedByOther(Wanted wanted, LeaseRow row) {
		return row.present() && row.garbage() == null && row.live() && !row.carries(wanted.nonce());
	}

	/** Returns the items whose fence row another transaction has locked. */
	private Set<Integer> grant(Connection connection, List<Wanted> open, Map<Integer, LeaseRow> before, long clock)
			throws SQLException {
		Set<Integer> fences = items(connection, this.grant.lockFences(), open);
		Set<Integer> fenced = new HashSet<>();
		List<Wanted> absent = new ArrayList<>();
		List<Wanted> repeated = new ArrayList<>();
		List<Wanted> taken = new ArrayList<>();
		for (Wanted wanted : open) {
			LeaseRow row = row(before, wanted);
			if (row.carries(wanted.nonce())) {
				repeated.add(wanted);
			}
			else if (row.fenced() && !fences.contains(wanted.item())) {
				fenced.add(wanted.item());
			}
			else {
				(row.present() ? taken : absent).add(wanted);
			}
		}
		if (!absent.isEmpty()) {
			update(connection, this.grant.createAtClock(), clock, absent, true);
		}
		keepLocked(connection, repeated);
		keepLocked(connection, taken);
		if (!repeated.isEmpty()) {
			update(connection, this.grant.repeatAtClock(), clock, repeated, false);
		}
		if (!taken.isEmpty()) {
			update(connection, this.grant.takeAtClock(), clock, taken, true);
		}
		List<Wanted> granted = new ArrayList<>(absent);
		granted.addAll(taken);
		if (!granted.isEmpty()) {
			granted.sort(Wanted.LOCK_ORDER);
			try (PreparedStatement statement = connection.prepareStatement(this.grant.writeFences())) {
				bind(statement, 1, granted, false);
				statement.executeUpdate();
			}
		}
		return fenced;
	}

	private void keepLocked(Connection connection, List<Wanted> batch) throws SQLException {
		if (!batch.isEmpty()) {
			Set<Integer> locked = items(connection, this.grant.lockRecords(), batch);
			batch.removeIf((wanted) -> !locked.contains(wanted.item()));
		}
	}

	final List<LeaseRow> query(Connection connection, String sql, List<Wanted> batch) throws SQLException {
		try (PreparedStatement statement = prepareQuery(connection, sql, batch.size())) {
			bind(statement, 1, batch, false);
			return LeaseRow.readAll(statement.executeQuery());
		}
	}

	final List<LeaseRow> query(Connection connection, String sql, long clock, List<Wanted> batch) throws SQLException {
		try (PreparedStatement statement = prepareQuery(connection, sql, batch.size())) {
			statement.setLong(1, clock);
			bind(statement, 2, batch, false);
			return LeaseRow.readAll(statement.executeQuery());
		}
	}

	final int update(Connection connection, String sql, long clock, List<Wanted> batch, boolean terms)
			throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			statement.setLong(1, clock);
			bind(statement, 2, batch, terms);
			return statement.executeUpdate();
		}
	}

	final Set<Integer> items(Connection connection, String sql, List<Wanted> batch) throws SQLException {
		Set<Integer> items = new HashSet<>();
		try (PreparedStatement statement = prepareQuery(connection, sql, batch.size())) {
			bind(statement, 1, batch, false);
			try (ResultSet rows = statement.executeQuery()) {
				while (rows.next()) {
					items.add(rows.getInt(1));
				}
			}
		}
		return items;
	}

	final <T> T inTransaction(Connection connection, Step<T> step) throws SQLException {
		if (connection.getAutoCommit()) {
			connection.setAutoCommit(false);
		}
		T value;
		try {
			value = step.run();
			connection.commit();
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
		afterCommit(connection);
		return value;
	}

	/**
	 * Prepares the connection for the next use after a commit.
	 * @param connection the connection, without an open transaction
	 * @throws SQLException if the database or the driver refused
	 */
	void afterCommit(Connection connection) throws SQLException {
		connection.setAutoCommit(true);
	}

	/** A part of a transaction. */
	interface Step<T> {

		T run() throws SQLException;

	}

}
