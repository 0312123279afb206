/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import io.leaderelection.servers.PgBouncerServer;
import io.leaderelection.servers.PgBouncerServer.PoolMode;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.TestServer;
import io.leaderelection.servers.faults.ServerFaultsContract;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.Contender;
import io.leaderelection.store.jdbc.FaultFixture;
import io.leaderelection.store.jdbc.InitializingSource;
import io.leaderelection.store.jdbc.TestDatabase;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.store.support.LeaseStoreException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests faults of a server whose sessions hold locks, and pools in front of it.
 */
@Tag("server")
@Tag("slow")
class AdvisoryServerFaultsIT extends FaultFixture {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	@AutoClose
	private static final PostgresServer server = PostgresServer.open();

	@Override
	public TestDatabase database() {
		return TestDatabase.of(server);
	}

	@Override
	protected LeaseStoreFactory storeFactory(ConnectionSource source) {
		return AdvisoryLeaseStoreFactory.builder(source).build();
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

		@Override
		@Test
		protected void restartShorterThanTheLeaseKeepsTheTerm() throws Exception {
			super.restartShorterThanTheLeaseKeepsTheTerm();
			assertThat(AdvisoryLocks.holder(connect(), TestCandidate.key(this.election))).isNotZero();
		}

	}

	/**
	 * The first call detects that the session has ended, unless the server had time to
	 * report it.
	 */
	private static Outcome renewAfterRestart(Contender contender) {
		try {
			return contender.renew(TIMEOUT, List.of("a")).get(0);
		}
		catch (LeaseStoreException ex) {
			return contender.renew(TIMEOUT, List.of("a")).get(0);
		}
	}

	@Test
	void firstLeaderAfterARestartWaitsForTheLease() {
		Contender first = contender("first").win("a");
		server.kill();
		server.start();
		Contender second = contender("second");
		assertThat(second.acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Free.class);
		Outcome outcome = second.acquire(TIMEOUT, List.of("a")).get(0);
		assertGranted(outcome);
		assertThat(((Outcome.Granted) outcome).notBefore()).isBetween(Duration.ofSeconds(1), LEASE);
		assertThat(renewAfterRestart(first)).isEqualTo(new Outcome.Lost());
	}

	@Test
	void serverEndsTheSessionOfASuspendedLeader() throws Exception {
		Duration lease = Duration.ofSeconds(3);
		try (HoldingProcess holding = HoldingProcess.start(database().url(), database().user(), this.namespace, "a",
				lease)) {
			Contender second = contender("second");
			assertThat(second.acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
			int session = AdvisoryLocks.holder(this.admin, second.key("a"));
			holding.signal("STOP");
			assertThat(awaitGrant(second).notBefore()).as("an expired lease causes no wait").isZero();
			assertThat(AdvisoryLocks.holder(this.admin, second.key("a"))).isNotZero().isNotEqualTo(session);
			assertThat(server.log()).contains("terminating connection due to idle-session timeout");
			holding.signal("CONT");
			assertGranted(second.renew(TIMEOUT, List.of("a")).get(0));
		}
	}

	@Test
	void killedLeaderCostsTheRestOfItsLease() throws Exception {
		try (HoldingProcess holding = HoldingProcess.start(database().url(), database().user(), this.namespace, "a",
				LEASE)) {
			Contender second = contender("second");
			assertThat(second.acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
			holding.signal("KILL");
			assertThat(awaitGrant(second).notBefore()).isBetween(Duration.ofSeconds(1), LEASE);
		}
	}

	private static Outcome.Granted awaitGrant(Contender contender) {
		return (Outcome.Granted) Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> contender.acquire(TIMEOUT, List.of("a")).get(0), Outcome.Granted.class::isInstance);
	}

	@ParameterizedTest
	@ValueSource(strings = { "default_pool_size = 1", "default_pool_size = 20", "server_round_robin = 1" })
	void aPoolOfTransactionsIsRefused(String setting) throws SQLException {
		try (PgBouncerServer pool = PgBouncerServer.open(server, PoolMode.TRANSACTION, setting)) {
			Contender contender = contender("first", new DriverConnectionSource(pool.jdbcUrl(), "anybody", ""));
			for (int i = 0; i < 2; i++) {
				assertThatExceptionOfType(UnsuitableServerException.class)
					.isThrownBy(() -> contender.acquire(TIMEOUT, List.of("a")))
					.withMessageContaining("pools transactions")
					.withMessageContaining(":" + pool.port())
					.withMessageContaining("Set leader-election.jdbc.url to the server itself");
			}
			assertThat(AdvisoryLocks.holder(this.admin, contender.key("a"))).isZero();
			contender("direct").win("a");
		}
	}

	@Test
	void aPoolOfSessionsIsUsed() throws SQLException {
		try (PgBouncerServer pool = PgBouncerServer.open(server, PoolMode.SESSION)) {
			Contender first = contender("first", new DriverConnectionSource(pool.jdbcUrl(), "anybody", "")).win("a");
			assertGranted(first.renew(TIMEOUT, List.of("a")).get(0));
			assertThat(contender("second").acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
			assertThat(first.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
			assertThat(AdvisoryLocks.holder(this.admin, first.key("a"))).isZero();
		}
	}

	@Test
	void aStandbyIsRefusedAndKeepsNoLock() throws SQLException {
		try (PostgresServer replica = server.openReplica();
				Connection atReplica = DriverManager.getConnection(replica.jdbcUrl(), PostgresServer.USER, "")) {
			Contender contender = contender("astray",
					new DriverConnectionSource(replica.jdbcUrl(), PostgresServer.USER, ""));
			assertThatExceptionOfType(LeaseStoreException.class)
				.isThrownBy(() -> contender.acquire(TIMEOUT, List.of("b")))
				.withMessageContaining("read-only");
			Awaitility.await()
				.untilAsserted(() -> assertThat(AdvisoryLocks.holder(atReplica, contender.key("b"))).isZero());
		}
	}

	@Test
	void aServerThatIsTooOldIsRefused() throws SQLException {
		execute("create schema if not exists aged");
		execute("create or replace function aged.current_setting(text) returns text language sql as "
				+ "$$ select '130012' $$");
		Contender contender = contender("first",
				new InitializingSource(database().source(), "set search_path = aged, pg_catalog, public"));
		assertThatExceptionOfType(UnsuitableServerException.class)
			.isThrownBy(() -> contender.acquire(TIMEOUT, List.of("a")))
			.withMessageContaining("needs PostgreSQL 14 or newer")
			.withMessageContaining("is version 13")
			.withMessageContaining("Upgrade the server, or set leader-election.backend=jdbc");
	}

}
