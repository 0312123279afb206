/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import io.leaderelection.LeaderElection;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.LeaseSchema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests elections on a server where only the superuser needs no password.
 */
@Tag("server")
@ExtendWith(OutputCaptureExtension.class)
@Tag("slow")
public class PostgresElectionIT extends JdbcElectionContract {

	protected static PostgresServer server;

	@BeforeAll
	protected static void start() throws SQLException {
		server = PostgresServer.open();
		try (Connection admin = admin(); Statement statement = admin.createStatement()) {
			statement.execute("""
					do $$ begin execute format(
						'copy (values (''host all postgres all trust''), (''host all all all scram-sha-256'')) to %L',
						current_setting('hba_file')); end $$""");
			statement.execute("select pg_reload_conf()");
			statement.execute("create role app login password 'first'");
			statement.execute("create schema app authorization app");
		}
	}

	@AfterAll
	protected static void stop() {
		server.close();
	}

	@BeforeEach
	protected void giveTheFirstPassword() throws SQLException {
		execute("alter role app password 'first'");
	}

	@Override
	protected String url() {
		return server.jdbcUrl();
	}

	@Override
	protected String username() {
		return PostgresServer.USER;
	}

	private static Connection admin() throws SQLException {
		return DriverManager.getConnection(server.jdbcUrl(), PostgresServer.USER, "");
	}

	private static void execute(String sql) throws SQLException {
		try (Connection admin = admin(); Statement statement = admin.createStatement()) {
			statement.execute(sql);
		}
	}

	private static void endConnections() throws SQLException {
		execute("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app'");
	}

	private ApplicationContextRunner asApp() {
		return runner().withPropertyValues("spring.datasource.username=app", "spring.datasource.password=first",
				"spring.datasource.hikari.schema=app", "leader-election.lease-duration=2s",
				"leader-election.retry-interval=200ms", "leader-election.cool-down=100ms");
	}

	@Test
	protected void passwordThatChangesIsReadAtTheNextConnect() {
		asApp().run((context) -> {
			LeaderElection election = election(context);
			await().atMost(PATIENCE).until(election::isLeader);
			execute("alter role app password 'second'");
			HikariConfigMXBean pool = context.getBean(HikariDataSource.class).getHikariConfigMXBean();
			pool.setCredentials(Credentials.of("app", "second"));
			endConnections();
			// Longer than the lease: it was renewed over a new connection
			await().pollDelay(Duration.ofSeconds(4)).atMost(PATIENCE).until(election::isLeader);
		});
	}

	@Test
	protected void wrongPasswordIsReportedOnceAndTriedAgain(CapturedOutput output) {
		asApp().withPropertyValues("spring.datasource.password=wrong").run((context) -> {
			assertThat(context).hasNotFailed();
			LeaderElection election = election(context);
			await().atMost(PATIENCE)
				.until(() -> output.getAll().contains("Store '" + store() + "': no answer from the store"));
			assertThat(election.isLeader()).isFalse();
			execute("alter role app password 'wrong'");
			await().atMost(PATIENCE).until(election::isLeader);
			assertThat(output).containsOnlyOnce("No leader can be elected yet")
				.containsOnlyOnce("Store '" + store() + "': no answer from the store")
				.contains("user or password is rejected (PSQLException, SQL state 28P01");
		});
	}

	@Test
	@DisplayName("A privilege revoked while leading ends the term; granted again, it begins another")
	protected void privilegeRevokedWhileLeadingEndsTheTerm() throws SQLException {
		execute("drop table if exists app.leader_lease, app.leader_fence");
		try (Connection admin = admin(); Statement statement = admin.createStatement()) {
			statement.execute("set search_path = app");
			new LeaseSchema(JdbcDialect.POSTGRESQL, "leader_lease").create(admin);
			statement.execute("grant select, insert, update on leader_lease, leader_fence to app");
		}
		try {
			asApp().withPropertyValues("leader-election.jdbc.initialize-schema=never").run((context) -> {
				LeaderElection election = election(context);
				await().atMost(PATIENCE).until(election::isLeader);
				long token = election.leadership().orElseThrow().fencingToken();
				execute("revoke all on app.leader_lease, app.leader_fence from app");
				await().atMost(PATIENCE).until(() -> !election.isLeader());
				execute("grant select, insert, update on app.leader_lease, app.leader_fence to app");
				await().atMost(PATIENCE).until(election::isLeader);
				assertThat(election.leadership().orElseThrow().fencingToken()).isGreaterThan(token);
			});
		}
		finally {
			execute("drop table app.leader_lease, app.leader_fence");
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
