/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.MariaDbServer;

import static org.awaitility.Awaitility.await;

/**
 * A primary and a replica that applies everything at least a second late and has its own
 * clock.
 */
final class ReplicatedMariaDb implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final MariaDbServer primary = MariaDbServer.open("--server-id=1", "--log-bin=changes");

	private final FakeTime replicaTime = FakeTime.open();

	private final MariaDbServer replica = MariaDbServer.openUnder(this.replicaTime, "--server-id=2");

	/** Starts both servers, with the tables of the store. */
	ReplicatedMariaDb() throws SQLException {
		try (Connection onReplica = TestDatabase.of(this.replica).connect();
				Statement statement = onReplica.createStatement()) {
			statement.execute(("change master to master_host = '%s', master_port = %d, master_user = '%s', "
					+ "master_use_gtid = slave_pos, master_delay = 1")
				.formatted(Loopback.HOST, this.primary.port(), MariaDbServer.USER));
			statement.execute("start slave");
			TestDatabase.of(this.primary).createTables();
			awaitOnReplica("leader_fence", "true", 0);
		}
	}

	/**
	 * Waits until the replica has a table and at least a number of rows that satisfy a
	 * condition.
	 */
	void awaitOnReplica(String table, String condition, int least) throws SQLException {
		try (Connection connection = TestDatabase.of(this.replica).connect();
				Statement statement = connection.createStatement()) {
			await().atMost(PATIENCE).ignoreExceptionsInstanceOf(SQLException.class).until(() -> {
				try (ResultSet row = statement.executeQuery("select count(*) from " + table + " where " + condition)) {
					return row.next() && row.getInt(1) >= least;
				}
			});
		}
	}

	MariaDbServer primary() {
		return this.primary;
	}

	MariaDbServer replica() {
		return this.replica;
	}

	/** Suspends or resumes the replication. */
	void suspendReplication(boolean suspend) throws SQLException {
		try (Connection connection = TestDatabase.of(this.replica).connect();
				Statement statement = connection.createStatement()) {
			statement.execute((suspend ? "stop" : "start") + " slave sql_thread");
		}
	}

	/** Steps the clock of the replica. */
	void stepReplica(Duration step) {
		this.replicaTime.step(step);
	}

	@Override
	public void close() {
		this.replica.close();
		this.replicaTime.close();
		this.primary.close();
	}

}
