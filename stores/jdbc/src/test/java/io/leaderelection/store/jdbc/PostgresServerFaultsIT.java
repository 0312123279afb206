/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.WatchedNotifications;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests faults of a PostgreSQL server.
 */
class PostgresServerFaultsIT extends JdbcServerFaultsContract {

	private static PostgresServer postgres;

	@BeforeAll
	static void openServer() {
		postgres = PostgresServer.open();
		server = postgres;
	}

	@Override
	public TestDatabase database() {
		return TestDatabase.of(postgres);
	}

	@Override
	void endOtherSessions() throws SQLException {
		execute("select pg_terminate_backend(pid, 10000) from pg_stat_activity "
				+ "where pid <> pg_backend_pid() and backend_type = 'client backend'");
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

	static Stream<String> zones() {
		// Daylight saving ended ten minutes ago, so that this hour occurs twice
		ZonedDateTime end = ZonedDateTime.now(ZoneOffset.UTC).plusMinutes(50);
		ZonedDateTime start = end.minusDays(30);
		String fold = "AAA0BBB,J%d/0,J%d/%02d:%02d:%02d".formatted(julian(start), julian(end), end.getHour(),
				end.getMinute(), end.getSecond());
		return Stream.of("Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kolkata", "Europe/Dublin", fold)
			.map("set time zone '%s'"::formatted);
	}

	/** Returns the day of the year, not counting the 29th of February. */
	private static int julian(ZonedDateTime day) {
		return day.withYear(2025).getDayOfYear();
	}

	static List<String> settings() {
		return List.of("set session characteristics as transaction isolation level serializable");
	}

	@Test
	void notificationsResumeAfterALostConnection() throws Exception {
		TcpProxy proxy = closing(TcpProxy.to(postgres.port()));
		LeaseStore store = closing(storeFactory(database().through(proxy.port())).open());
		WatchedNotifications notifications = new WatchedNotifications();
		store.watch(this.namespace, notifications);
		notifications.await("live true");
		proxy.reset();
		notifications.await("live false");
		notifications.await("live true");
		proxy.blackHole();
		notifications.await("live false");
		proxy.heal();
		notifications.await("live true");
		contender("first").win("a").release(TIMEOUT, List.of("a"));
		notifications.await("notification a");
	}

	@Test
	void termLostInAFailoverIsFollowedByANewToken() throws Exception {
		Contender before = contender("first").win("a");
		before.release(TIMEOUT, List.of("a"));
		try (PostgresServer replica = postgres.openReplica()) {
			Awaitility.await().untilAsserted(() -> assertThat(tokenAt(replica)).isEqualTo(before.token("a")));
			stopReceiving(replica);
			Contender lost = contender("second");
			lost.win("a");
			postgres.kill();
			replica.promote();
			assertThat(tokenAt(replica)).isEqualTo(before.token("a"));
			Contender next = contender("third", TestDatabase.of(replica).source());
			next.win("a");
			assertThat(next.token("a")).isNotEqualTo(lost.token("a")).isGreaterThan(before.token("a"));
			assertThat(next.nonce("a")).isNotEqualTo(lost.nonce("a"));
		}
		finally {
			postgres.start();
		}
	}

	@Test
	void aStandbyIsRefusedUntilItIsPromoted() {
		contender("before").win("a").release(TIMEOUT, List.of("a"));
		try (PostgresServer replica = postgres.openReplica()) {
			Contender contender = contender("astray", TestDatabase.of(replica).source());
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
		try (Connection connection = TestDatabase.of(replica).connect();
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
		try (Connection connection = TestDatabase.of(replica).connect();
				Statement statement = connection.createStatement();
				ResultSet row = statement
					.executeQuery("select coalesce(max(token), 0) from leader_lease where namespace = convert_to('"
							+ this.namespace + "', 'UTF8')")) {
			row.next();
			return row.getLong(1);
		}
	}

}
