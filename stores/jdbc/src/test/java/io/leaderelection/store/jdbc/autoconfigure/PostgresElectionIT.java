/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import io.leaderelection.LeaderElection;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.LeaseSchema;
import io.leaderelection.store.jdbc.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.system.CapturedOutput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests elections on a server where only the superuser needs no password.
 */
@Tag("server")
@Tag("slow")
public class PostgresElectionIT extends JdbcElectionContract {

	protected static PostgresServer server;

	@BeforeAll
	protected static void start() throws SQLException {
		server = PostgresServer.open();
		execute("""
				do $$ begin execute format(
					'copy (values (''host all,replication postgres all trust''), (''host all all all scram-sha-256'')) to %L',
					current_setting('hba_file')); end $$""");
		execute("select pg_reload_conf()");
		execute("create role app login password 'first'");
		execute("create schema app authorization app");
	}

	private static void execute(String sql) throws SQLException {
		try (Connection admin = TestDatabase.of(server).connect(); Statement statement = admin.createStatement()) {
			statement.execute(sql);
		}
	}

	@AfterAll
	protected static void stop() {
		server.close();
	}

	@Override
	public TestDatabase database() {
		return TestDatabase.of(server);
	}

	@Test
	protected void wrongPasswordIsReportedOnceAndTriedAgain(CapturedOutput output) {
		runner()
			.withPropertyValues("spring.datasource.username=app", "spring.datasource.password=wrong",
					"spring.datasource.hikari.schema=app", "leader-election.lease-duration=2s",
					"leader-election.retry-interval=200ms")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				LeaderElection election = election(context);
				await().atMost(PATIENCE)
					.until(() -> output.getAll().contains("Store '" + store() + "': a command failed"));
				assertThat(election.isLeader()).isFalse();
				execute("alter role app password 'wrong'");
				await().atMost(PATIENCE).until(election::isLeader);
				assertThat(output).containsOnlyOnce("No leader can be elected yet")
					.containsOnlyOnce("Store '" + store() + "': a command failed")
					.contains("user or password is rejected (PSQLException, SQL state 28P01");
			});
	}

	@Test
	@DisplayName("A hot standby is refused with its remedy after a lease, not before, and until it is promoted")
	protected void standbyIsRefusedAfterALeaseUntilItIsPromoted() throws SQLException {
		try (Connection admin = TestDatabase.of(server).connect()) {
			new LeaseSchema(JdbcDialect.POSTGRESQL, "standby_lease").create(admin);
		}
		try (PostgresServer standby = server.openReplica()) {
			runner()
				.withPropertyValues("spring.datasource.url=" + standby.jdbcUrl(),
						"leader-election.jdbc.table-name=standby_lease", "leader-election.lease-duration=3s",
						"leader-election.retry-interval=100ms")
				.run((context) -> {
					LeaderElection election = election(context);
					await().atMost(PATIENCE).until(() -> election.status().lastError() != null);
					assertThat(election.status().lastError()).contains("is read-only", "targetServerType=primary");
					assertThat(election.status().refused()).as("it may fail over").isFalse();
					await().atMost(PATIENCE).until(() -> election.status().refused());
					assertThat(election.isLeader()).isFalse();
					standby.promote();
					await().atMost(PATIENCE).until(election::isLeader);
					assertThat(election.status().refused()).isFalse();
				});
		}
	}

	@Test
	protected void serverDownAtTheStartIsRetriedUntilItAnswers() {
		try {
			checkStartWithoutServer(runner().withPropertyValues("leader-election.jdbc.table-name=late_lease"),
					server::stop, server::start);
		}
		finally {
			server.stop();
			server.start();
		}
	}

}
