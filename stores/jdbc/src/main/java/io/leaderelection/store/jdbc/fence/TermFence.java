/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.LeaseSchema;
import org.jspecify.annotations.Nullable;

/**
 * Compares terms with their rows in {@code leader_fence}, and locks these rows.
 * Thread-safe.
 */
public final class TermFence {

	/**
	 * Makes the server end the session if the process sends nothing between this
	 * statement and the commit, unless a shorter timeout is set already.
	 */
	private static final String POSTGRESQL = """
			select token, nonce, set_config('idle_in_transaction_session_timeout',
				case when current_setting('idle_in_transaction_session_timeout')::interval
						between interval '1 millisecond' and ? * interval '1 millisecond'
					then current_setting('idle_in_transaction_session_timeout') else (?::bigint)::text end, true)
			from leader_fence where namespace = ? and election = ? for share""";

	/**
	 * Reads the latest committed row, independent of the snapshot. MySQL also supports
	 * this syntax.
	 */
	private static final String MARIADB = """
			select token, nonce from leader_fence where namespace = ? and election = ? lock in share mode""";

	/**
	 * H2 has no share lock, so the fenced transactions of one election commit one by one.
	 */
	private static final String H2 = """
			select token, nonce from leader_fence where namespace = ? and election = ? for update""";

	/**
	 * In PostgreSQL: the row has changed since the snapshot, or a serializable
	 * transaction fails. In H2: a serializable transaction fails, or a deadlock. In MySQL
	 * and MariaDB: a deadlock.
	 */
	private static final String CONFLICT = "40001";

	/** MariaDB with innodb_snapshot_isolation: the row has changed since the snapshot. */
	private static final int RECORD_CHANGED = 1020;

	/** H2: the row has changed since the snapshot. */
	private static final int CONCURRENT_UPDATE = 90131;

	private final JdbcDialect dialect;

	private final String lock;

	private TermFence(JdbcDialect dialect, String lock) {
		this.dialect = dialect;
		this.lock = lock;
	}

	/**
	 * Creates a fence.
	 * @param schema the dialect and the tables
	 * @return the fence
	 */
	public static TermFence of(LeaseSchema schema) {
		String lock = switch (schema.dialect()) {
			case POSTGRESQL -> POSTGRESQL;
			case MYSQL -> MARIADB;
			case H2 -> H2;
		};
		return new TermFence(schema.dialect(), schema.in(lock));
	}

	/**
	 * Locks the row of an election against a new grant until the transaction ends, and
	 * compares it with a term.
	 * @param connection a connection in a transaction
	 * @param term the term in which the transaction began
	 * @param silence how long the connection may then be idle before PostgreSQL ends the
	 * session and its transaction
	 * @throws FencedTransactionException if the term is not the latest one
	 * @throws SQLException if the database or the driver refused
	 */
	public void hold(Connection connection, StoredTerm term, Duration silence) throws SQLException {
		Row row = lock(connection, utf8(term.key().namespace()), utf8(term.key().election()), silence);
		if (row == null) {
			throw refused(term, "its row in the table of fences is gone");
		}
		if (row.token() != term.token() || !row.nonce().equals(term.nonce().toString())) {
			throw refused(term, "the term with fencing token " + row.token() + " has begun");
		}
	}

	/**
	 * Returns whether the database itself prevents writes in a transaction, so that there
	 * is nothing to fence. Such a transaction cannot lock a row either.
	 * @param connection a connection in a transaction that was declared read-only
	 * @return {@code true} if the database rejects writes
	 * @throws SQLException if the database or the driver refused
	 */
	static boolean refusesWrites(Connection connection) throws SQLException {
		if (JdbcDialect.of(connection).orElse(null) != JdbcDialect.POSTGRESQL) {
			return false;
		}
		try (Statement statement = connection.createStatement();
				ResultSet rows = statement.executeQuery("select current_setting('transaction_read_only')")) {
			return rows.next() && "on".equals(rows.getString(1));
		}
	}

	@Nullable Row lock(Connection connection, byte[] namespace, byte[] election, Duration silence) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.lock)) {
			int parameter = 1;
			if (this.dialect == JdbcDialect.POSTGRESQL) {
				statement.setLong(parameter++, silence.toMillis());
				statement.setLong(parameter++, silence.toMillis());
			}
			statement.setBytes(parameter++, namespace);
			statement.setBytes(parameter, election);
			try (ResultSet rows = statement.executeQuery()) {
				return rows.next() ? new Row(rows.getLong(1), String.valueOf(rows.getString(2))) : null;
			}
		}
	}

	/**
	 * Returns whether a failure means that the row has changed since the transaction's
	 * snapshot, which only a grant can cause. PostgreSQL reports every conflict of
	 * serializable transactions in the same way. H2 does not report the cause of an
	 * existing conflict.
	 * @param failure the failure of the database
	 * @param repeatableRead whether the isolation level is known to be REPEATABLE READ
	 * @return {@code true} if a later term has begun
	 */
	boolean isOvertaken(SQLException failure, boolean repeatableRead) {
		return switch (this.dialect) {
			case POSTGRESQL -> repeatableRead && isConflict(failure);
			case MYSQL -> failure.getErrorCode() == RECORD_CHANGED;
			case H2 -> failure.getErrorCode() == CONCURRENT_UPDATE;
		};
	}

	/**
	 * Returns whether a failure may be caused by a later term.
	 * @param failure the failure of the database
	 * @return {@code true} if the transaction could not be serialized, or was in a
	 * deadlock
	 */
	boolean isConflict(SQLException failure) {
		return CONFLICT.equals(failure.getSQLState());
	}

	private static FencedTransactionException refused(StoredTerm term, String reason) {
		return new FencedTransactionException(term.key().election(), term.token(), reason, null);
	}

	private static byte[] utf8(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * A row of {@code leader_fence}.
	 *
	 * @param token the token of the latest term
	 * @param nonce the nonce of the latest term
	 */
	record Row(long token, String nonce) {

	}

}
