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
 * A row in {@code leader_fence} that belongs to no election, by which two connections
 * find out whether they see the same table.
 */
public final class FenceMarker {

	/** Both contain what no legal name does. */
	private static final byte[] NAMESPACE = "\u0000leader-election".getBytes(StandardCharsets.UTF_8);

	private static final byte[] ELECTION = "\u0000marker".getBytes(StandardCharsets.UTF_8);

	private static final Duration SILENCE = Duration.ofSeconds(10);

	private final TermFence fence;

	private final String update;

	private final String insert;

	private final String read;

	/**
	 * Describes the row.
	 * @param schema the dialect and the tables
	 */
	public FenceMarker(LeaseSchema schema) {
		this.fence = TermFence.of(schema);
		this.update = schema.in("update leader_fence set nonce = ? where namespace = ? and election = ?");
		this.insert = schema.in("insert into leader_fence (nonce, namespace, election, token) values (?, ?, ?, 1)");
		this.read = schema.in("select nonce from leader_fence where namespace = ? and election = ?");
	}

	/**
	 * Writes something random.
	 * @param connection of the store, in auto-commit mode
	 * @return what was written
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
			// Another instance may have been faster
			if (write(connection, this.update, random) == 0) {
				throw ex;
			}
		}
		return random;
	}

	/**
	 * Reads what was written last.
	 * @param connection of the store, in auto-commit mode
	 * @return what is there, or nothing
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
	 * Reads it as fenced transactions read their rows, which also shows whether this user
	 * may.
	 * @param connection of the application, in a transaction
	 * @return what is there, or nothing
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
