/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads and writes the rows of a batch in the same way in all databases that
 * {@link LockedStatements} serves. Decides nothing: each write applies to rows that the
 * transaction has locked, and compares the nonce that was read, because a lock is worth
 * nothing if a proxy sends a transaction to several servers.
 */
abstract class LeaseTables {

	/** The columns of {@link LeaseRow#read} that the rules need. */
	private static final String TERM = "0, {now}, 0, 0, 1, token, nonce, duration_ms, expires_at, not_before, released";

	/** With the checkpoints' version, but without their text. */
	static final String TERMS = TERM + ", null, null, null, checkpoint_version, null";

	/** With what followers see. */
	static final String LEASES = TERM + ", candidate, since, left(metadata, 65537), 0, null";

	/** All columns. */
	static final String RECORDS = TERM
			+ ", candidate, since, left(metadata, 65537), checkpoint_version, left(checkpoints, 65537)";

	/** The position of the key, after the columns of {@link LeaseRow#read}. */
	private static final int KEY = 17;

	private static final String LOCKED = " order by namespace, election for update skip locked";

	private static final String TAKE = """
			update leader_lease set token = ?, nonce = ?, candidate = ?, since = ?, duration_ms = ?, expires_at = ?,
				metadata = ?, released = 0
			where namespace = ? and election = ? and nonce = ?""";

	private static final String CREATE = """
			insert into leader_lease (token, nonce, candidate, since, duration_ms, expires_at, metadata, namespace,
				election, not_before, released) values\s""";

	private final JdbcTables tables;

	private final String now;

	/**
	 * Creates the access to the tables.
	 * @param tables the names of the tables
	 * @param now the expression for the clock in milliseconds since 1970, whatever the
	 * time zone of the session is
	 */
	LeaseTables(JdbcTables tables, String now) {
		this.tables = tables;
		this.now = now;
	}

	/**
	 * Makes the server end what takes too long.
	 * @param connection to the database
	 * @param timeout the longest that a statement may take
	 * @throws SQLException if the database or the driver refused
	 * @see LeaseStatements#bound
	 */
	abstract void bound(Connection connection, Duration timeout) throws SQLException;

	/**
	 * Returns a query of a transaction in a form that proxies send to the server that
	 * will write.
	 * @param query the query
	 * @return the query, perhaps with another beginning
	 */
	String onPrimary(String query) {
		return query;
	}

	/**
	 * Prepares a query for the rows of a batch.
	 * @param connection to the database
	 * @param select the query without a condition
	 * @param batch the commands
	 * @param end the end of the query, after the condition
	 * @return the statement with its parameters
	 * @throws SQLException if the database or the driver refused
	 */
	PreparedStatement prepareQuery(Connection connection, String select, List<Wanted> batch, String end)
			throws SQLException {
		RowKeys keys = RowKeys.of(batch);
		PreparedStatement statement = connection.prepareStatement(select + " where " + keys.condition() + end);
		keys.bind(statement, 1);
		return statement;
	}

	/**
	 * Sets a column in the records of terms.
	 * @param connection to the database
	 * @param update the statement without a condition, with the value as its parameter
	 * @param value the value
	 * @param batch the commands of the terms
	 * @return how many records were written
	 * @throws SQLException if the database or the driver refused
	 */
	int update(Connection connection, String update, long value, List<Wanted> batch) throws SQLException {
		RowKeys keys = RowKeys.ofTerms(batch);
		try (PreparedStatement statement = connection.prepareStatement(update + " where " + keys.condition())) {
			statement.setLong(1, value);
			keys.bind(statement, 2);
			return statement.executeUpdate();
		}
	}

	/**
	 * Locks the records that no other transaction has locked.
	 * @param connection to the database, in a transaction
	 * @param columns the columns to read
	 * @param batch the commands
	 * @return the locked rows by the items of the batch
	 * @throws SQLException if the database or the driver refused
	 */
	Map<Integer, LeaseRow> lock(Connection connection, String columns, List<Wanted> batch) throws SQLException {
		return rows(connection, onPrimary(select(columns)), batch, LOCKED);
	}

	/**
	 * Reads records, on any server.
	 * @param connection to the database
	 * @param columns the columns to read
	 * @param batch the commands
	 * @return the rows by the items of the batch, also those of absent records
	 * @throws SQLException if the database or the driver refused
	 */
	Map<Integer, LeaseRow> read(Connection connection, String columns, List<Wanted> batch) throws SQLException {
		return withAbsent(rows(connection, select(columns), batch, ""), batch);
	}

	/**
	 * Reads records on the server of the transaction.
	 * @param connection to the database, in a transaction
	 * @param columns the columns to read
	 * @param batch the commands
	 * @return the rows by the items of the batch, also those of absent records
	 * @throws SQLException if the database or the driver refused
	 */
	Map<Integer, LeaseRow> readInTransaction(Connection connection, String columns, List<Wanted> batch)
			throws SQLException {
		return withAbsent(rows(connection, onPrimary(select(columns)), batch, ""), batch);
	}

	/**
	 * Reads the clock.
	 * @param connection to the database, in a transaction
	 * @return milliseconds since 1970
	 * @throws SQLException if the database or the driver refused
	 */
	long clock(Connection connection) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(onPrimary("select " + this.now));
				ResultSet row = statement.executeQuery()) {
			row.next();
			return row.getLong(1);
		}
	}

	/**
	 * Returns the commands whose fence exists.
	 * @param connection to the database, in a transaction
	 * @param batch the commands
	 * @param lock whether to lock the fences, and to return only those that no other
	 * transaction has locked
	 * @return items of the batch
	 * @throws SQLException if the database or the driver refused
	 */
	Set<Integer> fences(Connection connection, List<Wanted> batch, boolean lock) throws SQLException {
		Set<Integer> found = new HashSet<>();
		query(connection, onPrimary("select namespace, election from leader_fence"), batch, lock ? LOCKED : "",
				(row, items) -> found.add(items.of(row, 1)));
		return found;
	}

	/**
	 * Sets a column in the records of terms.
	 * @param connection to the database, in a transaction
	 * @param column the column
	 * @param value the value
	 * @param batch the commands of the terms, whose records are locked
	 * @throws SQLException if the database or the driver refused, or a record was not
	 * written
	 */
	void set(Connection connection, String column, long value, List<Wanted> batch) throws SQLException {
		int written = update(connection, complete("update leader_lease set " + column + " = ?"), value, batch);
		if (written < batch.size()) {
			throw new SQLException(
					"A transaction locked %d records but wrote only %d of them. Does a proxy send its statements "
						.formatted(batch.size(), written)
							+ "to several servers? Set leader-election.jdbc.url to the primary server itself");
		}
	}

	/**
	 * Writes the checkpoints that renewals carry.
	 * @param connection to the database, in a transaction
	 * @param batch the renewals, whose records are locked
	 * @throws SQLException if the database or the driver refused
	 */
	void note(Connection connection, List<Wanted> batch) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(complete("update leader_lease "
				+ "set checkpoints = ?, checkpoint_version = ? where namespace = ? and election = ? and nonce = ?"))) {
			for (Wanted wanted : batch) {
				statement.setString(1, wanted.checkpoints().text());
				statement.setLong(2, wanted.checkpoints().version());
				statement.setBytes(3, wanted.namespace());
				statement.setBytes(4, wanted.election());
				statement.setString(5, wanted.nonce());
				statement.addBatch();
			}
			statement.executeBatch();
		}
	}

	/**
	 * Writes new terms over records, which keep their not-before and their checkpoints.
	 * @param connection to the database, in a transaction
	 * @param grants the terms, whose records are locked
	 * @throws SQLException if the database or the driver refused
	 */
	void take(Connection connection, List<Grant> grants) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(complete(TAKE))) {
			for (Grant grant : grants) {
				int next = bind(statement, 1, grant);
				statement.setString(next, grant.formerNonce());
				statement.addBatch();
			}
			statement.executeBatch();
		}
	}

	/**
	 * Writes new terms of elections without a record. Fails with a duplicate key if
	 * another transaction is faster; the next attempt sees its record.
	 * @param connection to the database, in a transaction
	 * @param grants the terms
	 * @throws SQLException if the database or the driver refused
	 */
	void create(Connection connection, List<Grant> grants) throws SQLException {
		try (PreparedStatement statement = connection
			.prepareStatement(complete(CREATE + rows("(?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)", grants.size())))) {
			int next = 1;
			for (Grant grant : grants) {
				next = bind(statement, next, grant);
			}
			statement.executeUpdate();
		}
	}

	private static int bind(PreparedStatement statement, int first, Grant grant) throws SQLException {
		Wanted.Term term = grant.wanted().acquire();
		statement.setLong(first, grant.token());
		statement.setString(first + 1, grant.wanted().nonce());
		statement.setString(first + 2, term.candidate());
		statement.setLong(first + 3, term.since());
		statement.setLong(first + 4, term.duration());
		statement.setLong(first + 5, grant.clock() + term.duration());
		statement.setString(first + 6, term.metadata());
		statement.setBytes(first + 7, grant.wanted().namespace());
		statement.setBytes(first + 8, grant.wanted().election());
		return first + 9;
	}

	/**
	 * Writes the fences of new terms over those that are locked.
	 * @param connection to the database, in a transaction
	 * @param grants the terms
	 * @throws SQLException if the database or the driver refused
	 */
	void writeFences(Connection connection, List<Grant> grants) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(
				complete("update leader_fence set token = ?, nonce = ? where namespace = ? and election = ?"))) {
			for (Grant grant : grants) {
				bindFence(statement, 1, grant);
				statement.addBatch();
			}
			statement.executeBatch();
		}
	}

	/**
	 * Writes the fences of new terms of elections without a fence. Fails with a duplicate
	 * key if another transaction is faster.
	 * @param connection to the database, in a transaction
	 * @param grants the terms
	 * @throws SQLException if the database or the driver refused
	 */
	void createFences(Connection connection, List<Grant> grants) throws SQLException {
		try (PreparedStatement statement = connection
			.prepareStatement(complete("insert into leader_fence (token, nonce, namespace, election) values "
					+ rows("(?, ?, ?, ?)", grants.size())))) {
			int next = 1;
			for (Grant grant : grants) {
				next = bindFence(statement, next, grant);
			}
			statement.executeUpdate();
		}
	}

	private static int bindFence(PreparedStatement statement, int first, Grant grant) throws SQLException {
		statement.setLong(first, grant.token());
		statement.setString(first + 1, grant.wanted().nonce());
		statement.setBytes(first + 2, grant.wanted().namespace());
		statement.setBytes(first + 3, grant.wanted().election());
		return first + 4;
	}

	private static String rows(String row, int number) {
		return String.join(", ", Collections.nCopies(number, row));
	}

	private static String select(String columns) {
		return "select " + columns + ", namespace, election from leader_lease";
	}

	private Map<Integer, LeaseRow> rows(Connection connection, String select, List<Wanted> batch, String end)
			throws SQLException {
		Map<Integer, LeaseRow> rows = new HashMap<>();
		query(connection, select, batch, end, (row, items) -> {
			int item = items.of(row, KEY);
			rows.put(item, LeaseRow.read(row, item));
		});
		return rows;
	}

	private static Map<Integer, LeaseRow> withAbsent(Map<Integer, LeaseRow> rows, List<Wanted> batch) {
		batch.forEach((wanted) -> rows.computeIfAbsent(wanted.item(), LeaseRow::absent));
		return rows;
	}

	private void query(Connection connection, String select, List<Wanted> batch, String end, Row reader)
			throws SQLException {
		RowItems items = RowItems.of(batch);
		try (PreparedStatement statement = prepareQuery(connection, complete(select), batch, end);
				ResultSet rows = statement.executeQuery()) {
			while (rows.next()) {
				reader.read(rows, items);
			}
		}
	}

	private String complete(String statement) {
		return this.tables.in(statement).replace("{now}", this.now);
	}

	/**
	 * A new term.
	 *
	 * @param wanted the acquire that wins it
	 * @param formerNonce the nonce of the record that it replaces; empty if there is none
	 * @param token its token
	 * @param clock when it begins, by the clock of the database
	 */
	record Grant(Wanted wanted, String formerNonce, long token, long clock) {

	}

	private interface Row {

		void read(ResultSet row, RowItems items) throws SQLException;

	}

}
