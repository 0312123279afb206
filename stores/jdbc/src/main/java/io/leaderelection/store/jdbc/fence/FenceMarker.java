/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

import io.leaderelection.store.Nonce;
import io.leaderelection.store.jdbc.LeaseSchema;

/**
 * A row in {@code leader_fence} that belongs to no election and shows whether two
 * connections see the same table.
 */
public final class FenceMarker {

	/** Both contain a character that valid names cannot contain. */
	private static final byte[] NAMESPACE = "\u0000leader-election".getBytes(StandardCharsets.UTF_8);

	private static final byte[] ELECTION = "\u0000marker".getBytes(StandardCharsets.UTF_8);

	private static final Duration SILENCE = Duration.ofSeconds(10);

	private final TermFence fence;

	private final String update;

	private final String insert;

	private final String read;

	/**
	 * Creates the description of the row.
	 * @param schema the dialect and the tables
	 */
	public FenceMarker(LeaseSchema schema) {
		this.fence = TermFence.of(schema);
		this.update = schema.in("update leader_fence set nonce = ? where namespace = ? and election = ?");
		this.insert = schema.in("insert into leader_fence (nonce, namespace, election, token) values (?, ?, ?, 1)");
		this.read = schema.in("select nonce from leader_fence where namespace = ? and election = ?");
	}

	/**
	 * Writes a random value.
	 * @param connection a connection of the store, in auto-commit mode
	 * @return the value
	 * @throws SQLException if the database or the driver refused
	 */
	public String write(Connection connection) throws SQLException {
		String random = Nonce.random().toString();
		if (write(connection, this.update, random) > 0) {
			return random;
		}
		try {
			write(connection, this.insert, random);
		}
		catch (SQLException ex) {
			// Another instance may have inserted the row
			if (write(connection, this.update, random) == 0) {
				throw ex;
			}
		}
		return random;
	}

	/**
	 * Reads the value that was written last.
	 * @param connection a connection of the store, in auto-commit mode
	 * @return the value, or an empty string if there is none
	 * @throws SQLException if the database or the driver refused
	 */
	public String read(Connection connection) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.read)) {
			statement.setBytes(1, NAMESPACE);
			statement.setBytes(2, ELECTION);
			try (var rows = statement.executeQuery()) {
				return rows.next() ? String.valueOf(rows.getString(1)) : "";
			}
		}
	}

	/**
	 * Reads and locks the row as fenced transactions do, which also shows whether this
	 * user has the privilege.
	 * @param connection a connection of the application, in a transaction
	 * @return the value, or an empty string if there is none
	 * @throws SQLException if the database or the driver refused
	 */
	public String lock(Connection connection) throws SQLException {
		TermFence.Row row = this.fence.lock(connection, NAMESPACE, ELECTION, SILENCE);
		return (row != null) ? row.nonce() : "";
	}

	private static int write(Connection connection, String sql, String random) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			statement.setString(1, random);
			statement.setBytes(2, NAMESPACE);
			statement.setBytes(3, ELECTION);
			return statement.executeUpdate();
		}
	}

}
