/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.LeaderElection;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.servers.PgBouncerServer;
import io.leaderelection.servers.PgBouncerServer.PoolMode;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
	protected TestDatabase database() {
		return new TestDatabase("PostgreSQL", server.jdbcUrl(), server.jdbcUrl(), PostgresServer.USER,
				TestDatabase.postgres().clock());
	}

	private static ConnectionSource through(PgBouncerServer pool) {
		return new DriverConnectionSource(pool.jdbcUrl(), "anybody", "");
	}

	/** With one session for all clients, a session setting affects all of them. */
	@Test
	void leavesNoStateInPooledSessions() throws SQLException {
		try (PgBouncerServer pool = PgBouncerServer.open(server, PoolMode.TRANSACTION, "default_pool_size = 1")) {
			Map<String, String> before = session(pool);
			try (LeaseStore store = storeFactory(through(pool)).open()) {
				AtomicBoolean live = new AtomicBoolean();
				store.watch(this.namespace, listener(live));
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
		try (Connection client = DriverManager.getConnection(pool.jdbcUrl(), "application", "");
				Statement statement = client.createStatement()) {
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
			ConnectionSource counted = new DriverConnectionSource(
					pool.jdbcUrl().replace(":" + pool.port() + "/", ":" + proxy.port() + "/"), "anybody", "");
			Contender first = contender("first", counted).win("a");
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
		try (Connection first = DriverManager.getConnection(pool.jdbcUrl(), "anybody", "");
				Connection second = DriverManager.getConnection(pool.jdbcUrl(), "anybody", "");
				Statement one = first.createStatement();
				Statement two = second.createStatement()) {
			for (String sql : List.of("begin", "select 1", "rollback")) {
				one.execute(sql);
				two.execute(sql);
			}
		}
	}

	@Test
	void ignoresNotificationsBehindATransactionPool(CapturedOutput output) {
		try (PgBouncerServer pool = PgBouncerServer.open(server, PoolMode.TRANSACTION);
				LeaseStore store = storeFactory(through(pool)).open()) {
			AtomicBoolean live = new AtomicBoolean();
			store.watch(this.namespace, listener(live));
			await().atMost(PATIENCE).until(() -> live.get() || output.getOut().contains("pools transactions"));
			assertThat(live).isFalse();
			assertThat(output).contains("a handover takes up to leader-election.retry-interval")
				.contains("set leader-election.jdbc.url to the server itself");
		}
	}

	/**
	 * PgBouncer assigns the most recently returned session first, so that two clients
	 * that take turns may each get the same session every time.
	 */
	@Test
	void detectsAPoolThatReturnsTheSameSession() throws SQLException {
		try (PgBouncerServer pool = PgBouncerServer.open(server, PoolMode.TRANSACTION)) {
			ConnectionSource source = through(pool);
			try (Connection client = source.open(TIMEOUT);
					Connection other = source.open(TIMEOUT);
					Statement own = client.createStatement();
					Statement others = other.createStatement()) {
				own.execute("begin");
				PostgresSession session = PostgresSession.of(client);
				others.execute("begin");
				own.execute("rollback");
				others.execute("rollback");
				assertThat(session.isPooled(client, source, TIMEOUT)).isTrue();
			}
		}
	}

	@Test
	void usesNotificationsBehindASessionPool() {
		try (PgBouncerServer pool = PgBouncerServer.open(server, PoolMode.SESSION);
				LeaseStore store = storeFactory(through(pool)).open()) {
			AtomicBoolean live = new AtomicBoolean();
			store.watch(this.namespace, listener(live));
			await().atMost(PATIENCE).untilTrue(live);
		}
	}

	private static LeaseStore.NotificationListener listener(AtomicBoolean live) {
		return new LeaseStore.NotificationListener() {

			@Override
			public void notified(String election) {
			}

			@Override
			public void live(boolean now) {
				live.set(now);
			}

		};
	}

	/** A follower that relied on notifications would wait for the end of the lease. */
	@Test
	void handsOverEarlyBehindATransactionPool(CapturedOutput output) {
		try (PgBouncerServer pool = PgBouncerServer.open(server, PoolMode.TRANSACTION);
				ElectionEngine former = engine(pool);
				ElectionEngine latter = engine(pool)) {
			LeaderElection leader = former.join("a").election();
			former.start();
			await().atMost(PATIENCE).until(leader::isLeader);
			LeaderElection follower = latter.join("a").election();
			latter.start();
			await().atMost(PATIENCE).until(() -> follower.leader().isPresent());
			await().atMost(PATIENCE).until(() -> output.getOut().contains("pools transactions"));
			leader.stepDown(Duration.ofHours(1));
			await().atMost(PATIENCE).until(follower::isLeader);
		}
	}

	private ElectionEngine engine(PgBouncerServer pool) {
		LeaseStoreFactory factory = storeFactory(through(pool));
		return ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace(this.namespace)
			.timing(ElectionTiming.builder()
				.lease(Duration.ofMinutes(30))
				.renewInterval(Duration.ofSeconds(5))
				.retryInterval(Duration.ofSeconds(1))
				.build())
			.build();
	}

}
