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

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.testkit.LeaseStoreContract;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Runs the store contract on a database. Ages all records instead of waiting.
 */
public abstract class JdbcLeaseStoreContract extends LeaseStoreContract {

	protected Connection admin;

	protected abstract TestDatabase database();

	@BeforeEach
	protected void createTables() throws SQLException {
		this.admin = database().connect();
		new LeaseSchema(factory().schema().dialect(), JdbcLeaseStoreFactory.DEFAULT_TABLE_NAME).create(this.admin);
	}

	@AfterEach
	protected void closeAdmin() throws SQLException {
		this.admin.close();
	}

	protected final JdbcLeaseStoreFactory factory() {
		return JdbcLeaseStoreFactory.builder(database().source()).build();
	}

	/** Returns the factory of the stores under test. */
	protected LeaseStoreFactory storeFactory() {
		return factory();
	}

	@Override
	protected LeaseStore open() {
		return storeFactory().open();
	}

	@Override
	protected StoreTraits traits() {
		return factory().traits();
	}

	@Override
	protected void elapse(Duration duration) throws SQLException {
		try (PreparedStatement statement = this.admin
			.prepareStatement("update leader_lease set expires_at = expires_at - ?, "
					+ "not_before = case when not_before < ? then 0 else not_before - ? end")) {
			for (int i = 1; i <= 3; i++) {
				statement.setLong(i, duration.toMillis());
			}
			statement.executeUpdate();
		}
		long before = now();
		while (now() <= before) {
			Thread.onSpinWait();
		}
	}

	@Override
	protected void writeGarbage(ElectionKey key) throws SQLException {
		deleteRecord(key);
		try (PreparedStatement statement = this.admin.prepareStatement(
				"insert into leader_lease (namespace, election, token, nonce, candidate, since, duration_ms, "
						+ "expires_at, not_before, released, metadata) "
						+ "values (?, ?, ?, 'signed over', 'somebody', 0, -1, 0, 0, 7, 'else')")) {
			bind(statement, 1, key);
			statement.setLong(3, StoredTerm.MAX_TOKEN + 1);
			statement.executeUpdate();
		}
	}

	@Override
	protected void deleteRecord(ElectionKey key) throws SQLException {
		try (PreparedStatement statement = this.admin
			.prepareStatement("delete from leader_lease where namespace = ? and election = ?")) {
			bind(statement, 1, key);
			statement.executeUpdate();
		}
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) throws SQLException {
		try (PreparedStatement statement = this.admin.prepareStatement(
				"update leader_lease set checkpoints = 'broken', checkpoint_version = -1 where namespace = ? and election = ?")) {
			bind(statement, 1, key);
			statement.executeUpdate();
		}
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) throws SQLException {
		try (PreparedStatement statement = this.admin
			.prepareStatement("update leader_lease set not_before = ? where namespace = ? and election = ?")) {
			statement.setLong(1, now() + fromNow.toMillis());
			bind(statement, 2, key);
			statement.executeUpdate();
		}
	}

	@Override
	protected void loseGuardLock(ElectionKey key) {
		throw new IllegalStateException("There is no guard lock");
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(database().remoteUrl(), database().user()));
	}

	private long now() throws SQLException {
		try (Statement statement = this.admin.createStatement();
				ResultSet row = statement.executeQuery("select " + database().clock())) {
			row.next();
			return row.getLong(1);
		}
	}

	private static void bind(PreparedStatement statement, int first, ElectionKey key) throws SQLException {
		statement.setBytes(first, key.namespace().getBytes(UTF_8));
		statement.setBytes(first + 1, key.election().getBytes(UTF_8));
	}

	/** Opens the store in another JVM. */
	public static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return JdbcLeaseStoreFactory.builder(new DriverConnectionSource(arguments.get(0), arguments.get(1), ""))
				.build()
				.open();
		}

	}

}
