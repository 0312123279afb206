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
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.TestServer;
import io.leaderelection.servers.faults.ServerFaultsContract;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.store.support.LeaseStoreException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests faults of a PostgreSQL server.
 */
@Tag("slow")
class PostgresServerFaultsIT extends FaultFixture {

	private static PostgresServer server;

	@BeforeAll
	static void openServer() {
		server = PostgresServer.open();
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

	@Nested
	class Restarts extends ServerFaultsContract {

		@Override
		protected TestServer server() {
			return server;
		}

		@Override
		protected LeaseStoreFactory factory() {
			return storeFactory(database().source());
		}

	}

	@Test
	void aSessionThatTheServerEndsIsReplacedWithinTheCall() throws SQLException {
		Contender contender = contender("first").win("a");
		String end = "select pg_terminate_backend(pid, 10000) from pg_stat_activity "
				+ "where pid <> pg_backend_pid() and backend_type = 'client backend'";
		execute(end);
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
		execute(end);
		assertThat(contender.observe(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
	}

	@Test
	void readOnlyDatabaseIsReported() throws SQLException {
		Contender contender = contender("first").win("a");
		execute("alter database postgres set default_transaction_read_only = on");
		try {
			Contender late = contender("late");
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> late.acquire(TIMEOUT, List.of("b")))
				.withMessageContaining("read-only");
			assertThat(late.observe(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
			assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
		}
		finally {
			execute("alter database postgres reset default_transaction_read_only");
		}
	}

	static List<String> zones() {
		// Daylight saving ended ten minutes ago, so that this hour occurs twice
		ZonedDateTime end = ZonedDateTime.now(ZoneOffset.UTC).plusMinutes(50);
		ZonedDateTime start = end.minusDays(30);
		String fold = "AAA0BBB,J%d/0,J%d/%02d:%02d:%02d".formatted(julian(start), julian(end), end.getHour(),
				end.getMinute(), end.getSecond());
		return List.of("Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kolkata", "Europe/Dublin", fold);
	}

	/** Returns the day of the year, not counting the 29th of February. */
	private static int julian(ZonedDateTime day) {
		return day.withYear(2025).getDayOfYear();
	}

	@ParameterizedTest
	@MethodSource("zones")
	void timeZoneOfASessionHasNoEffect(String zone) {
		Contender contender = contender("first").win("a");
		Contender abroad = contender("abroad",
				new InitializingSource(database().source(), "set time zone '" + zone + "'"));
		Outcome outcome = abroad.acquire(TIMEOUT, List.of("a")).get(0);
		assertThat(outcome).isInstanceOf(Outcome.Leased.class);
		assertThat(((Outcome.Leased) outcome).remaining()).isBetween(LEASE.minusSeconds(30), LEASE);
		abroad.win("b");
		Outcome seen = contender.acquire(TIMEOUT, List.of("b")).get(0);
		assertThat(((Outcome.Leased) seen).remaining()).isBetween(LEASE.minusSeconds(30), LEASE);
		assertGranted(abroad.renew(TIMEOUT, List.of("b")).get(0));
	}

	@Test
	void settingsOfTheApplicationHaveNoEffect() {
		Contender contender = contender("first", new InitializingSource(database().source(),
				"set session characteristics as transaction isolation level serializable"))
			.win("a");
		Contender other = contender("second");
		other.acquire(TIMEOUT, List.of("a"));
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
	}

	@Test
	void notificationsResumeAfterALostConnection() throws Exception {
		TcpProxy proxy = closing(TcpProxy.to(server.port()));
		String url = server.jdbcUrl().replace(":" + server.port() + "/", ":" + proxy.port() + "/");
		LeaseStore store = closing(
				JdbcLeaseStoreFactory.builder(new DriverConnectionSource(url, PostgresServer.USER, "")).build().open());
		BlockingQueue<String> events = new LinkedBlockingQueue<>();
		store.watch(this.namespace, new LeaseStore.NotificationListener() {

			@Override
			public void notified(String election) {
				events.add(election);
			}

			@Override
			public void live(boolean live) {
				events.add("live " + live);
			}

		});
		assertThat(events.poll(30, TimeUnit.SECONDS)).isEqualTo("live true");
		proxy.reset();
		assertThat(events.poll(30, TimeUnit.SECONDS)).isEqualTo("live false");
		assertThat(events.poll(30, TimeUnit.SECONDS)).isEqualTo("live true");
		proxy.blackHole();
		assertThat(events.poll(30, TimeUnit.SECONDS)).isEqualTo("live false");
		proxy.heal();
		assertThat(events.poll(30, TimeUnit.SECONDS)).isEqualTo("live true");
		Contender contender = contender("first").win("a");
		contender.release(TIMEOUT, List.of("a"));
		assertThat(events.poll(30, TimeUnit.SECONDS)).isEqualTo("a");
	}

	@Test
	void termLostInAFailoverIsFollowedByANewToken() throws Exception {
		Contender before = contender("first").win("a");
		before.release(TIMEOUT, List.of("a"));
		try (PostgresServer replica = server.openReplica()) {
			Awaitility.await().untilAsserted(() -> assertThat(tokenAt(replica)).isEqualTo(before.token("a")));
			stopReceiving(replica);
			Contender lost = contender("second");
			lost.acquire(TIMEOUT, List.of("a"));
			lost.win("a");
			server.kill();
			replica.promote();
			assertThat(tokenAt(replica)).isEqualTo(before.token("a"));
			Contender next = contender("third", new DriverConnectionSource(replica.jdbcUrl(), PostgresServer.USER, ""));
			next.acquire(TIMEOUT, List.of("a"));
			next.win("a");
			assertThat(next.token("a")).isNotEqualTo(lost.token("a")).isGreaterThan(before.token("a"));
			assertThat(next.nonce("a")).isNotEqualTo(lost.nonce("a"));
		}
		finally {
			server.start();
		}
	}

	@Test
	void aStandbyIsRefusedUntilItIsPromoted() {
		contender("before").win("a").release(TIMEOUT, List.of("a"));
		try (PostgresServer replica = server.openReplica()) {
			Contender contender = contender("astray",
					new DriverConnectionSource(replica.jdbcUrl(), PostgresServer.USER, ""));
			assertThatExceptionOfType(LeaseStoreException.class)
				.isThrownBy(() -> contender.acquire(TIMEOUT, List.of("b")))
				.withMessageContaining("read-only");
			replica.promote();
			Awaitility.await()
				.ignoreExceptionsInstanceOf(LeaseStoreException.class)
				.untilAsserted(() -> assertGranted(contender.acquire(TIMEOUT, List.of("b")).get(0)));
		}
	}

	/** Stops the replication, so that the replica receives no further terms. */
	private static void stopReceiving(PostgresServer replica) throws SQLException {
		try (Connection connection = DriverManager.getConnection(replica.jdbcUrl(), PostgresServer.USER, "");
				Statement statement = connection.createStatement()) {
			statement.execute("alter system set primary_conninfo = ''");
			statement.execute("select pg_reload_conf()");
			Awaitility.await().untilAsserted(() -> {
				try (ResultSet row = statement.executeQuery("select count(*) from pg_stat_wal_receiver")) {
					row.next();
					assertThat(row.getInt(1)).as("receivers").isZero();
				}
			});
		}
	}

	private long tokenAt(PostgresServer replica) throws SQLException {
		try (Connection connection = DriverManager.getConnection(replica.jdbcUrl(), PostgresServer.USER, "");
				Statement statement = connection.createStatement();
				ResultSet row = statement
					.executeQuery("select coalesce(max(token), 0) from leader_lease where namespace = convert_to('"
							+ this.namespace + "', 'UTF8')")) {
			row.next();
			return row.getLong(1);
		}
	}

}
