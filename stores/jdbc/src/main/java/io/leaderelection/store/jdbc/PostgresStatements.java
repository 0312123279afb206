/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.postgresql.PGConnection;

/**
 * Runs the statements of {@link PostgresSql}. Behind a proxy that pools transactions it
 * sends a transaction with the settings and the statement in one round trip, because
 * session settings would affect other clients of the pool.
 */
final class PostgresStatements implements LeaseStatements {

	private final PostgresSql sql;

	private final ConnectionSource source;

	private boolean pooled;

	/** Prefix of each statement behind such a proxy. */
	private String begin = "";

	PostgresStatements(JdbcTables tables, ConnectionSource source) {
		this.source = source;
		this.sql = new PostgresSql(tables);
	}

	@Override
	public List<LeaseRow> renew(Connection connection, List<Wanted> batch) throws SQLException {
		return Columns.haveCheckpoints(batch) ? run(connection, this.sql.renewCheckpoints(), Columns.ofRenewals(batch))
				: run(connection, this.sql.renew(), Columns.ofKeys(batch));
	}

	@Override
	public List<LeaseRow> acquire(Connection connection, List<Wanted> batch) throws SQLException {
		return run(connection, this.sql.acquire(), Columns.ofTerms(batch));
	}

	@Override
	public List<LeaseRow> release(Connection connection, List<Wanted> batch) throws SQLException {
		return run(connection, this.sql.release(), Columns.ofKeys(batch));
	}

	@Override
	public List<LeaseRow> observe(Connection connection, List<Wanted> batch) throws SQLException {
		return run(connection, this.sql.observe(), Columns.ofKeys(batch));
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

	private List<LeaseRow> run(Connection connection, String command, Object[][] columns) throws SQLException {
		String sql = this.pooled ? this.begin + command + "; commit" : command;
		List<Array> arrays = new ArrayList<>();
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			for (int i = 0; i < columns.length; i++) {
				Array array = connection.createArrayOf(Columns.type(columns[i]), columns[i]);
				arrays.add(array);
				statement.setArray(i + 1, array);
			}
			return this.pooled ? committed(connection, statement) : LeaseRow.readAll(statement.executeQuery());
		}
		finally {
			for (Array array : arrays) {
				array.free();
			}
		}
	}

	/**
	 * Returns the rows of the command, after the commit. The settings return no rows.
	 */
	private static List<LeaseRow> committed(Connection connection, PreparedStatement statement) throws SQLException {
		try {
			boolean rows = statement.execute();
			while (!rows && statement.getUpdateCount() >= 0) {
				rows = statement.getMoreResults();
			}
			return LeaseRow.readAll(statement.getResultSet());
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
