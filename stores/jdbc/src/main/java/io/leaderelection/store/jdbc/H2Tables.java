/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/**
 * The tables in H2.
 */
final class H2Tables extends LeaseTables {

	private static final String NOW = "cast(extract(epoch from current_timestamp) * 1000 as bigint)";

	private static final String KEYS = " join table(n varbinary(765) = ?, e varbinary(765) = ?) w "
			+ "on namespace = w.n and election = w.e";

	H2Tables(LeaseSchema schema) {
		super(schema, NOW);
	}

	/**
	 * Joins with the keys, because H2 uses no index for a list of values. The result is
	 * scrollable, because otherwise rows are fetched in blocks of 100 and drivers before
	 * 2.4 ignore another fetch size.
	 */
	@Override
	PreparedStatement prepareQuery(Connection connection, String select, List<Wanted> batch, String end)
			throws SQLException {
		PreparedStatement statement = connection.prepareStatement(select + KEYS + end,
				ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
		statement.setObject(1, batch.stream().map(Wanted::namespace).toArray());
		statement.setObject(2, batch.stream().map(Wanted::election).toArray());
		return statement;
	}

	@Override
	int update(Connection connection, String update, long value, List<Wanted> batch) throws SQLException {
		return each(connection, update + " where namespace = ? and election = ? and nonce = ?",
				batch.stream()
					.map((wanted) -> List.<Object>of(value, wanted.namespace(), wanted.election(), wanted.nonce()))
					.toList());
	}

	@Override
	void bound(Connection connection, Duration timeout) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute("set lock_timeout " + (timeout.toMillis() / 8 + 1));
			statement.execute("set query_timeout " + timeout.toMillis());
		}
	}

}
