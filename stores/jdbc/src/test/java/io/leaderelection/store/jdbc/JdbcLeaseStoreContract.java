/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
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

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Runs the store contract on a database. Ages all records instead of waiting.
 */
public abstract class JdbcLeaseStoreContract extends LeaseStoreContract implements OnDatabase {

	private static final String OF_ONE = " where namespace = ? and election = ?";

	protected Connection admin;

	private JdbcClient jdbc;

	@BeforeEach
	protected void createTables() throws SQLException {
		this.admin = database().connect();
		database().schema().create(this.admin);
		this.jdbc = JdbcClient.create(new SingleConnectionDataSource(this.admin, true));
	}

	@AfterEach
	protected void closeAdmin() throws SQLException {
		this.admin.close();
	}

	/** Returns the factory of the stores under test. */
	protected LeaseStoreFactory storeFactory() {
		return JdbcLeaseStoreFactory.builder(database().source()).build();
	}

	@Override
	protected LeaseStore open() {
		return storeFactory().open();
	}

	@Override
	protected StoreTraits traits() {
		return storeFactory().traits();
	}

	@Override
	protected void elapse(Duration duration) throws SQLException {
		long millis = duration.toMillis();
		this.jdbc
			.sql("update leader_lease set expires_at = expires_at - ?, "
					+ "not_before = case when not_before < ? then 0 else not_before - ? end")
			.params(millis, millis, millis)
			.update();
		long before = now();
		while (now() <= before) {
			Thread.onSpinWait();
		}
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		deleteRecord(key);
		update("insert into leader_lease (token, nonce, candidate, since, duration_ms, expires_at, not_before, "
				+ "released, metadata, namespace, election) values (" + (StoredTerm.MAX_TOKEN + 1)
				+ ", 'signed over', 'somebody', 0, -1, 0, 0, 7, 'else', ?, ?)", key);
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		update("delete from leader_lease" + OF_ONE, key);
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) {
		update("update leader_lease set checkpoints = 'broken', checkpoint_version = -1" + OF_ONE, key);
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		update("update leader_lease set not_before = " + (now() + fromNow.toMillis()) + OF_ONE, key);
	}

	private void update(String sql, ElectionKey key) {
		this.jdbc.sql(sql).params(key.namespace().getBytes(UTF_8), key.election().getBytes(UTF_8)).update();
	}

	@Override
	protected void loseGuardLock(ElectionKey key) {
		throw new IllegalStateException("There is no guard lock");
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(database().remoteUrl(), database().user()));
	}

	private long now() {
		return this.jdbc.sql("select " + database().clock()).query(Long.class).single();
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
