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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.servers.PgBouncerServer;
import io.leaderelection.servers.PgBouncerServer.PoolMode;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.WatchedNotifications;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

/**
 * Tests the store behind PgBouncer, pooling transactions or sessions.
 */
@Tag("server")
@ExtendWith(OutputCaptureExtension.class)
class PgBouncerIT extends FaultFixture {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static PostgresServer server;

	@BeforeAll
	static void openServer() {
		server = PostgresServer.open("default_transaction_isolation=serializable");
	}

	@AfterAll
	static void closeServer() {
		server.close();
	}

	@Override
	public TestDatabase database() {
		return TestDatabase.of(server);
	}

	private static ConnectionSource through(PgBouncerServer pool) {
		return TestDatabase.of(pool).source();
	}

	/** With one session for all clients, a session setting affects all of them. */
	@Test
	void leavesNoStateInPooledSessions() throws SQLException {
		try (PgBouncerServer pool = PgBouncerServer.open(server, PoolMode.TRANSACTION, "default_pool_size = 1")) {
			Map<String, String> before = session(pool);
			try (LeaseStore store = storeFactory(through(pool)).open()) {
				store.watch(this.namespace, new WatchedNotifications());
				Contender first = new Contender(store, this.namespace, "first", LEASE).win("a", "b");
				for (int i = 0; i < 10; i++) {
					assertGranted(first.renew(TIMEOUT, List.of("a", "b")).toArray(Outcome[]::new));
				}
				first.observe(TIMEOUT, List.of("a"));
				first.release(TIMEOUT, List.of("a"));
				Connection foreign = lock("leader_lease", "b");
				assertUnknown(first.renew(TIMEOUT, List.of("b")).get(0), "locked by another transaction");
				foreign.rollback();
				assertThat(session(pool)).isEqualTo(before);
			}
			assertThat(before.get("session")).as("one session").isEqualTo(session(pool).get("session"));
		}
	}

	private static Map<String, String> session(PgBouncerServer pool) throws SQLException {
		Map<String, String> found = new LinkedHashMap<>();
		try (Connection client = TestDatabase.of(pool).connect(); Statement statement = client.createStatement()) {
			for (String setting : List.of("statement_timeout", "lock_timeout", "enable_seqscan", "plan_cache_mode",
					"idle_in_transaction_session_timeout", "default_transaction_isolation", "synchronous_commit")) {
				found.put(setting, value(statement, "show " + setting));
			}
			found.put("session", value(statement, "select pg_backend_pid()"));
			found.put("named statements", value(statement, "select count(*) from pg_prepared_statements"));
			found.put("channels", value(statement, "select count(*) from pg_listening_channels()"));
		}
		return found;
	}

	private static String value(Statement statement, String sql) throws SQLException {
		try (ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return row.getString(1);
		}
	}

	@Test
	void renewsInOneRoundTripInChangingSessions() throws SQLException {
		try (PgBouncerServer pool = PgBouncerServer.open(server, PoolMode.TRANSACTION, "server_round_robin = 1");
				TcpProxy proxy = TcpProxy.to(pool.port())) {
			openTwoSessions(pool);
			Contender first = contender("first", TestDatabase.of(pool).through(proxy.port())).win("a");
			first.renew(TIMEOUT, List.of("a"));
			for (int i = 0; i < 20; i++) {
				long before = proxy.roundTrips();
				assertGranted(first.renew(TIMEOUT, List.of("a")).get(0));
				assertThat(proxy.roundTrips() - before).isEqualTo(1);
			}
		}
	}

	/** Opens two sessions, which the pool uses in turn. */
	private static void openTwoSessions(PgBouncerServer pool) throws SQLException {
		try (Connection first = TestDatabase.of(pool).connect();
				Connection second = TestDatabase.of(pool).connect();
				Statement one = first.createStatement();
				Statement two = second.createStatement()) {
			for (String sql : List.of("begin", "select 1", "rollback")) {
				one.execute(sql);
				two.execute(sql);
			}
		}
	}

	/**
	 * Most pools assign the session that was returned last, so that a client may get the
	 * same one every time.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "default_pool_size = 1", "default_pool_size = 20", "server_round_robin = 1" })
	void ignoresNotificationsBehindATransactionPool(String setting, CapturedOutput output) {
		try (PgBouncerServer pool = PgBouncerServer.open(server, PoolMode.TRANSACTION, setting);
				LeaseStore store = storeFactory(through(pool)).open()) {
			LeaseStore.NotificationListener listener = mock();
			store.watch(this.namespace, listener);
			await().atMost(PATIENCE).until(() -> output.getOut().contains("pools transactions"));
			assertThat(output).contains("a handover takes up to leader-election.retry-interval")
				.contains("set leader-election.jdbc.url to the server itself");
			verify(listener, never()).live(true);
		}
	}

	@Test
	void usesNotificationsBehindASessionPool() throws InterruptedException {
		try (PgBouncerServer pool = PgBouncerServer.open(server, PoolMode.SESSION);
				LeaseStore store = storeFactory(through(pool)).open()) {
			WatchedNotifications notifications = new WatchedNotifications();
			store.watch(this.namespace, notifications);
			notifications.await("live true");
		}
	}

}
