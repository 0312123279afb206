/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.leaderelection.store.ElectionKey;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Reads and removes the locks of the {@code postgres} store.
 */
final class AdvisoryLocks {

	/** The documented expression of the key. */
	private static final String KEY = """
			('x' || left(encode(sha256(l.namespace || '\\x00'::bytea || l.election), 'hex'), 16))::bit(64)::bigint
				# 'leader_lease'::regclass::oid::bigint""";

	private static final String HELD = """
			from pg_locks k join %s on ((k.classid::bigint << 32) | k.objid::bigint) = %s
			where k.locktype = 'advisory' and k.objsubid = 1 and k.granted
				and k.database = (select oid from pg_database where datname = current_database())""";

	private static final String OF_ONE = HELD.formatted("(select ?::bytea as namespace, ?::bytea as election) l", KEY);

	private static final String OF_EXPIRED = HELD.formatted("leader_lease l", KEY)
			+ " and l.expires_at <= extract(epoch from clock_timestamp()) * 1000";

	/** Waits until the session has ended. */
	private static final String END = "select pg_terminate_backend(k.pid, 30000) ";

	private AdvisoryLocks() {
	}

	/** Returns the ID of the process that has the lock of an election, or 0. */
	static int holder(Connection admin, ElectionKey key) throws SQLException {
		try (PreparedStatement statement = admin.prepareStatement("select k.pid " + OF_ONE)) {
			bind(statement, key);
			try (ResultSet row = statement.executeQuery()) {
				return row.next() ? row.getInt(1) : 0;
			}
		}
	}

	/**
	 * Ends the session that has the lock of an election, and returns whether there was
	 * one.
	 */
	static boolean endHolder(Connection admin, ElectionKey key) throws SQLException {
		try (PreparedStatement statement = admin.prepareStatement(END + OF_ONE)) {
			bind(statement, key);
			try (ResultSet row = statement.executeQuery()) {
				return row.next() && row.getBoolean(1);
			}
		}
	}

	/** Ends the sessions that were idle for a lease, as the server would. */
	static void endIdle(Connection admin) throws SQLException {
		try (Statement statement = admin.createStatement()) {
			statement.executeQuery(END + OF_EXPIRED).close();
		}
	}

	static long keyOf(Connection admin, ElectionKey key) throws SQLException {
		try (PreparedStatement statement = admin
			.prepareStatement("select " + KEY + " from (select ?::bytea as namespace, ?::bytea as election) l")) {
			bind(statement, key);
			try (ResultSet row = statement.executeQuery()) {
				row.next();
				return row.getLong(1);
			}
		}
	}

	private static void bind(PreparedStatement statement, ElectionKey key) throws SQLException {
		statement.setBytes(1, key.namespace().getBytes(UTF_8));
		statement.setBytes(2, key.election().getBytes(UTF_8));
	}

}
