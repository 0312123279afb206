/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.EscapedText;
import io.leaderelection.store.jdbc.LeaseRow.GuardLock;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the rows of a batch in the same way in all databases that
 * {@link LockedStatements} serves. Decides nothing: each write applies to rows that the
 * transaction has locked, and compares the nonce that was read, because a lock is worth
 * nothing if a proxy sends a transaction to several servers.
 * <p>
 * A batch is in the order of its keys. All methods fail with an {@link SQLException} if
 * the database or the driver refused.
 */
abstract class LeaseTables {

	/** The columns of {@link LeaseRow#read} that the rules need. */
	private static final String TERM = "0, {now}, 0, token, nonce, duration_ms, expires_at, not_before, released";

	/** With the checkpoints' version, but without their text. */
	static final String TERMS = TERM + ", null, null, null, checkpoint_version, null";

	/** All columns. */
	static final String RECORDS = TERM
			+ ", candidate, since, left(metadata, 65537), checkpoint_version, left(checkpoints, 65537)";

	/** The position of the key, after the columns of {@link LeaseRow#read}. */
	private static final int KEY = 15;

	/**
	 * The longest list of values. MariaDB replaces lists of 1,000 values by a subquery,
	 * which locks differently.
	 */
	private static final int LONGEST_LIST = 500;

	private static final String LOCKED = " order by namespace, election for update skip locked";

	private static final String TAKE = """
			update leader_lease set token = ?, nonce = ?, candidate = ?, since = ?, duration_ms = ?, expires_at = ?,
				metadata = ?, released = 0
			where namespace = ? and election = ? and nonce = ?""";

	private static final String CREATE = """
			insert into leader_lease (token, nonce, candidate, since, duration_ms, expires_at, metadata, namespace,
				election, not_before, released) values\s""";

	private final LeaseSchema schema;

	private final String now;

	/**
	 * Creates the access to the tables.
	 * @param schema the names of the tables
	 * @param now the expression for the clock in milliseconds since 1970, whatever the
	 * time zone of the session is
	 */
	LeaseTables(LeaseSchema schema, String now) {
		this.schema = schema;
		this.now = now;
	}

	/**
	 * Makes the server end what takes longer than a timeout.
	 * @see LeaseStatements#bound
	 */
	abstract void bound(Connection connection, Duration timeout) throws SQLException;

	/**
	 * Returns a query of a transaction in a form that proxies send to the server that
	 * will write: perhaps with another beginning.
	 */
	String onPrimary(String query) {
		return query;
	}

	/** Prepares a query for the rows of a batch, with an end after the condition. */
	PreparedStatement prepareQuery(Connection connection, String select, List<Wanted> batch, String end)
			throws SQLException {
		List<Object> keys = new ArrayList<>();
		String condition = condition(batch, false, keys);
		PreparedStatement statement = connection.prepareStatement(select + " where " + condition + end);
		bind(statement, keys);
		return statement;
	}

	/**
	 * Sets a column, the first parameter of an update without a condition, in the records
	 * of terms. Returns how many records were written.
	 */
	int update(Connection connection, String update, long value, List<Wanted> batch) throws SQLException {
		List<Object> values = new ArrayList<>(List.of(value));
		String condition = condition(batch, true, values);
		try (PreparedStatement statement = connection
			.prepareStatement(this.schema.in(update) + " where " + condition)) {
			bind(statement, values);
			return statement.executeUpdate();
		}
	}

	/**
	 * Returns the condition for the rows of a batch, and adds its parameters. No two
	 * terms have the same nonce, so that a list of nonces compares each row with its own.
	 */
	private static String condition(List<Wanted> batch, boolean nonces, List<Object> parameters) {
		List<String> conditions = new ArrayList<>();
		int end;
		for (int begin = 0; begin < batch.size(); begin = end) {
			String namespace = batch.get(begin).key().namespace();
			end = begin + 1;
			while (end < batch.size() && end - begin < LONGEST_LIST
					&& batch.get(end).key().namespace().equals(namespace)) {
				end++;
			}
			List<Wanted> group = batch.subList(begin, end);
			String list = String.join(", ", Collections.nCopies(group.size(), "?"));
			parameters.add(group.get(0).namespace());
			group.forEach((wanted) -> parameters.add(wanted.election()));
			if (nonces) {
				group.forEach((wanted) -> parameters.add(wanted.nonce()));
			}
			conditions
				.add("namespace = ? and election in (" + list + ")" + (nonces ? " and nonce in (" + list + ")" : ""));
		}
		return (conditions.size() == 1) ? conditions.get(0) : "((" + String.join(") or (", conditions) + "))";
	}

	/** Locks the records that no other transaction has locked, and returns them. */
	Map<Integer, LeaseRow> lock(Connection connection, String columns, List<Wanted> batch) throws SQLException {
		return rows(connection, onPrimary(select(columns)), batch, LOCKED);
	}

	/** Reads records, also absent ones, on any server. */
	Map<Integer, LeaseRow> read(Connection connection, String columns, List<Wanted> batch) throws SQLException {
		return withAbsent(rows(connection, select(columns), batch, ""), batch);
	}

	/** Reads records, also absent ones, on the server of the transaction. */
	Map<Integer, LeaseRow> readInTransaction(Connection connection, String columns, List<Wanted> batch)
			throws SQLException {
		return withAbsent(rows(connection, onPrimary(select(columns)), batch, ""), batch);
	}

	/** Reads the clock in a transaction, in milliseconds since 1970. */
	long clock(Connection connection) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(onPrimary("select " + this.now));
				ResultSet row = statement.executeQuery()) {
			row.next();
			return row.getLong(1);
		}
	}

	/**
	 * Returns the commands whose fence exists; if the fences are to be locked, only those
	 * that no other transaction has locked.
	 */
	Set<Integer> fences(Connection connection, List<Wanted> batch, boolean lock) throws SQLException {
		Set<Integer> found = new HashSet<>();
		query(connection, onPrimary("select namespace, election from leader_fence"), batch, lock ? LOCKED : "", 1,
				(row, item) -> found.add(item));
		return found;
	}

	/** Sets a column in the records of terms, which must be locked. */
	void set(Connection connection, String column, long value, List<Wanted> batch) throws SQLException {
		int written = batch.isEmpty() ? 0
				: update(connection, "update leader_lease set " + column + " = ?", value, batch);
		if (written < batch.size()) {
			throw new SQLException(
					"A transaction locked %d records but wrote only %d of them. Does a proxy send its statements "
						.formatted(batch.size(), written)
							+ "to several servers? Set leader-election.jdbc.url to the primary server itself");
		}
	}

	/** Writes the checkpoints that renewals carry. Their records must be locked. */
	void note(Connection connection, List<Wanted> batch) throws SQLException {
		each(connection,
				"update leader_lease set checkpoints = ?, checkpoint_version = ? "
						+ "where namespace = ? and election = ? and nonce = ?",
				batch.stream()
					.map((wanted) -> List.<Object>of(wanted.checkpoints().text(), wanted.checkpoints().version(),
							wanted.namespace(), wanted.election(), wanted.nonce()))
					.toList());
	}

	/**
	 * Writes new terms with their fences, over records that keep their not-before and
	 * their checkpoints, or where there is none. Then it fails with a duplicate key if
	 * another transaction is faster; the next attempt sees its record.
	 * @param grants the terms, whose records are locked
	 * @param fences the items of those that have a fence, which is locked
	 */
	void grant(Connection connection, List<Grant> grants, Set<Integer> fences) throws SQLException {
		List<List<Object>> taken = new ArrayList<>();
		List<List<Object>> created = new ArrayList<>();
		List<List<Object>> fenced = new ArrayList<>();
		List<List<Object>> unfenced = new ArrayList<>();
		for (Grant grant : grants) {
			(grant.former() != null ? taken : created).add(grant.record());
			(fences.contains(grant.wanted().item()) ? fenced : unfenced).add(grant.fence());
		}
		each(connection, TAKE, taken);
		insert(connection, CREATE, "(?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)", created);
		each(connection, "update leader_fence set token = ?, nonce = ? where namespace = ? and election = ?", fenced);
		insert(connection, "insert into leader_fence (token, nonce, namespace, election) values ", "(?, ?, ?, ?)",
				unfenced);
	}

	/** Runs a statement with each list of parameters. */
	final int each(Connection connection, String sql, List<List<Object>> rows) throws SQLException {
		if (rows.isEmpty()) {
			return 0;
		}
		try (PreparedStatement statement = connection.prepareStatement(this.schema.in(sql))) {
			for (List<Object> row : rows) {
				bind(statement, row);
				statement.addBatch();
			}
			return IntStream.of(statement.executeBatch()).sum();
		}
	}

	private void insert(Connection connection, String sql, String row, List<List<Object>> rows) throws SQLException {
		if (!rows.isEmpty()) {
			String all = String.join(", ", Collections.nCopies(rows.size(), row));
			each(connection, sql + all, List.of(rows.stream().flatMap(Collection::stream).toList()));
		}
	}

	private static void bind(PreparedStatement statement, List<Object> values) throws SQLException {
		for (int i = 0; i < values.size(); i++) {
			statement.setObject(i + 1, values.get(i));
		}
	}

	private static String select(String columns) {
		return "select " + columns + ", namespace, election from leader_lease";
	}

	private Map<Integer, LeaseRow> rows(Connection connection, String select, List<Wanted> batch, String end)
			throws SQLException {
		Map<Integer, LeaseRow> rows = new HashMap<>();
		query(connection, select, batch, end, KEY,
				(row, item) -> rows.put(item, LeaseRow.read(row, item, GuardLock.NONE)));
		return rows;
	}

	private static Map<Integer, LeaseRow> withAbsent(Map<Integer, LeaseRow> rows, List<Wanted> batch) {
		batch.forEach((wanted) -> rows.computeIfAbsent(wanted.item(), (item) -> LeaseRow.absent(item, 0)));
		return rows;
	}

	private void query(Connection connection, String select, List<Wanted> batch, String end, int key, Row reader)
			throws SQLException {
		Map<ElectionKey, Integer> items = new HashMap<>();
		batch.forEach((wanted) -> items.put(wanted.key(), wanted.item()));
		String query = this.schema.in(select).replace("{now}", this.now);
		try (PreparedStatement statement = prepareQuery(connection, query, batch, end);
				ResultSet rows = statement.executeQuery()) {
			while (rows.next()) {
				ElectionKey found = new ElectionKey(text(rows, key), text(rows, key + 1));
				reader.read(rows, Objects.requireNonNull(items.get(found)));
			}
		}
	}

	private static String text(ResultSet rows, int column) throws SQLException {
		return new String(rows.getBytes(column), StandardCharsets.UTF_8);
	}

	/**
	 * A new term.
	 *
	 * @param wanted the acquire that wins it
	 * @param former the record that it replaces, or {@code null} if there is none
	 * @param term its record
	 * @param end when its lease ends, by the clock of the database
	 */
	record Grant(Wanted wanted, @Nullable TermRecord former, TermRecord term, long end) {

		private List<Object> record() {
			List<Object> values = new ArrayList<>(
					List.of(this.term.token(), this.wanted.nonce(), EscapedText.escape(this.term.candidate()),
							this.term.since().toEpochMilli(), this.term.lease().toMillis(), this.end,
							EscapedText.format(this.term.metadata()), this.wanted.namespace(), this.wanted.election()));
			if (this.former != null) {
				values.add(this.former.nonce().toString());
			}
			return values;
		}

		private List<Object> fence() {
			return List.of(this.term.token(), this.wanted.nonce(), this.wanted.namespace(), this.wanted.election());
		}

	}

	private interface Row {

		void read(ResultSet row, int item) throws SQLException;

	}

}
