/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.leaderelection.store.EscapedText;
import io.leaderelection.store.jdbc.LeaseRow.GuardLock;
import org.postgresql.PGConnection;

/**
 * Runs the statements of {@link PostgresSql}. Behind a proxy that pools transactions it
 * sends a transaction with the settings and the statement in one round trip, because
 * session settings would affect other clients of the pool.
 */
public class PostgresStatements implements LeaseStatements {

	private final PostgresSql sql;

	private final ConnectionSource source;

	private boolean pooled;

	/** Prefix of each statement behind such a proxy. */
	private String begin = "";

	/**
	 * Creates the statements.
	 * @param sql their SQL
	 * @param source opens the connections that they are sent over
	 */
	protected PostgresStatements(PostgresSql sql, ConnectionSource source) {
		this.sql = sql;
		this.source = source;
	}

	@Override
	public List<LeaseRow> renew(Connection connection, List<Wanted> batch) throws SQLException {
		List<Object[]> columns = keys(batch);
		if (batch.stream().allMatch((wanted) -> wanted.checkpoints().version() == 0)) {
			return run(connection, this.sql.renew(), batch, columns);
		}
		columns.add(column(batch, (wanted) -> wanted.checkpoints().version(), Long[]::new));
		columns.add(column(batch, (wanted) -> wanted.checkpoints().text(), String[]::new));
		return run(connection, this.sql.renewCheckpoints(), batch, columns);
	}

	@Override
	public List<LeaseRow> acquire(Connection connection, List<Wanted> batch) throws SQLException {
		List<Object[]> columns = keys(batch);
		columns.add(column(batch, (wanted) -> EscapedText.escape(wanted.acquire().candidate()), String[]::new));
		columns.add(column(batch, (wanted) -> wanted.acquire().at().toEpochMilli(), Long[]::new));
		columns.add(column(batch, (wanted) -> wanted.acquire().duration().toMillis(), Long[]::new));
		columns.add(column(batch, (wanted) -> wanted.acquire().tokenFloor(), Long[]::new));
		columns.add(column(batch, (wanted) -> EscapedText.format(wanted.acquire().metadata()), String[]::new));
		return run(connection, this.sql.acquire(), batch, columns);
	}

	@Override
	public List<LeaseRow> release(Connection connection, List<Wanted> batch) throws SQLException {
		return run(connection, this.sql.release(), batch, keys(batch));
	}

	@Override
	public List<LeaseRow> observe(Connection connection, List<Wanted> batch) throws SQLException {
		return run(connection, this.sql.observe(), batch, keys(batch));
	}

	@Override
	public void opened(Connection connection, Duration timeout) throws SQLException {
		this.pooled = PostgresSession.of(connection).isPooled(connection, this.source, timeout);
		PGConnection driver = PostgresSession.driver(connection);
		if (this.pooled && driver != null) {
			// A named statement exists only in the session that prepared it
			driver.setPrepareThreshold(0);
		}
	}

	@Override
	public boolean keepsSession() {
		return !this.pooled;
	}

	@Override
	public void bound(Connection connection, Duration timeout) throws SQLException {
		if (this.pooled) {
			this.begin = "begin isolation level read committed; " + settings("set local", timeout) + "; ";
			return;
		}
		try (Statement statement = connection.createStatement()) {
			statement.execute(settings("set", timeout));
		}
	}

	private static String settings(String set, Duration timeout) {
		long millis = timeout.toMillis();
		// The lock timeout applies to rows that others are inserting, so that a batch can
		// be split in time. Without statistics and these planner settings every record
		// would be compared with every command.
		return Stream
			.of("statement_timeout = " + millis, "lock_timeout = " + (millis / 8 + 1), "enable_seqscan = off",
					"plan_cache_mode = force_generic_plan", "idle_in_transaction_session_timeout = " + millis)
			.map((setting) -> set + " " + setting)
			.collect(Collectors.joining("; "));
	}

	private static List<Object[]> keys(List<Wanted> batch) {
		return new ArrayList<>(List.of(column(batch, Wanted::item, Integer[]::new),
				column(batch, Wanted::namespace, byte[][]::new), column(batch, Wanted::election, byte[][]::new),
				column(batch, Wanted::nonce, String[]::new), column(batch, Wanted::token, Long[]::new)));
	}

	private static <T> Object[] column(List<Wanted> batch, Function<Wanted, T> value, IntFunction<T[]> array) {
		return batch.stream().map(value).toArray(array);
	}

	/**
	 * Runs a statement for a batch.
	 * @param connection to the database
	 * @param command the statement
	 * @param batch the commands
	 * @param columns the parameters, an array for each column of the batch; modifiable
	 * @return a row for each command that was decided
	 * @throws SQLException if the database or the driver refused
	 */
	protected List<LeaseRow> run(Connection connection, String command, List<Wanted> batch, List<Object[]> columns)
			throws SQLException {
		List<Array> arrays = new ArrayList<>();
		try (PreparedStatement statement = connection
			.prepareStatement(this.pooled ? this.begin + command + "; commit" : command)) {
			for (Object[] column : columns) {
				Array array = connection.createArrayOf(type(column), column);
				arrays.add(array);
				statement.setArray(arrays.size(), array);
			}
			return this.pooled ? committed(connection, statement, batch) : read(statement.executeQuery(), batch);
		}
		finally {
			for (Array array : arrays) {
				array.free();
			}
		}
	}

	private static String type(Object[] column) {
		if (column instanceof Integer[]) {
			return "int4";
		}
		if (column instanceof Long[]) {
			return "int8";
		}
		return (column instanceof String[]) ? "text" : "bytea";
	}

	/**
	 * Reads all rows of a result and closes it.
	 * @param rows the result
	 * @param batch the commands
	 * @return the rows
	 * @throws SQLException if the database or the driver refused
	 */
	protected List<LeaseRow> read(ResultSet rows, List<Wanted> batch) throws SQLException {
		List<LeaseRow> all = new ArrayList<>();
		try (rows) {
			while (rows.next()) {
				all.add(LeaseRow.read(rows, rows.getInt(1), GuardLock.NONE));
			}
		}
		return all;
	}

	/**
	 * Returns the rows of the command, after the commit. The settings return no rows.
	 */
	private List<LeaseRow> committed(Connection connection, PreparedStatement statement, List<Wanted> batch)
			throws SQLException {
		try {
			boolean rows = statement.execute();
			while (!rows && statement.getUpdateCount() >= 0) {
				rows = statement.getMoreResults();
			}
			return read(statement.getResultSet(), batch);
		}
		catch (SQLException ex) {
			try (Statement rollback = connection.createStatement()) {
				rollback.execute("rollback");
			}
			catch (SQLException failed) {
				ex.addSuppressed(failed);
			}
			throw ex;
		}
	}

}
