/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.TestServer;
import io.leaderelection.servers.faults.ServerFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.store.support.LeaseStoreException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests faults of a MySQL or MariaDB server.
 */
abstract class MySqlFamilyServerFaultsContract extends FaultFixture {

	/** Returns a server of the class's own. */
	abstract TestServer server();

	@Nested
	class Restarts extends ServerFaultsContract {

		@Override
		protected TestServer server() {
			return MySqlFamilyServerFaultsContract.this.server();
		}

		@Override
		protected LeaseStoreFactory factory() {
			return storeFactory(database().source());
		}

	}

	@Test
	void aSessionThatTheServerEndsIsReplacedWithinTheCall() throws SQLException {
		Contender contender = contender("first").win("a");
		endOtherSessions();
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
		endOtherSessions();
		assertThat(contender.observe(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
	}

	/** With this setting a row counts as written only if a value differs. */
	@Test
	void repeatedReleaseIsReleasedIfTheDriverCountsChangesOnly() {
		String url = database().url();
		ConnectionSource counting = new DriverConnectionSource(
				url + (url.contains("?") ? "&" : "?") + "useAffectedRows=true", database().user(), "");
		Contender contender = contender("first", counting).win("a");
		for (int i = 0; i < 2; i++) {
			assertThat(contender.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
		}
	}

	private void endOtherSessions() throws SQLException {
		List<Long> others = new ArrayList<>();
		try (Statement statement = this.admin.createStatement();
				ResultSet rows = statement.executeQuery(
						"select id from information_schema.processlist where id <> connection_id() and user = 'root'")) {
			while (rows.next()) {
				others.add(rows.getLong(1));
			}
		}
		assertThat(others).isNotEmpty();
		for (long id : others) {
			execute("kill " + id);
		}
	}

	@Test
	void renewsInThreeRoundTripsAndObservesInOne() {
		try (TcpProxy proxy = TcpProxy.to(server().port())) {
			ConnectionSource counted = new DriverConnectionSource(
					database().url().replace(":" + server().port() + "/", ":" + proxy.port() + "/"), database().user(),
					"");
			Contender leader = contender("leader", counted).win("a");
			for (int i = 0; i < 10; i++) {
				long before = proxy.roundTrips();
				assertGranted(leader.renew(TIMEOUT, List.of("a")).get(0));
				assertThat(proxy.roundTrips() - before).isEqualTo(3);
			}
			Contender follower = contender("follower", counted);
			follower.acquire(TIMEOUT, List.of("a"));
			for (int i = 0; i < 10; i++) {
				long before = proxy.roundTrips();
				assertThat(follower.acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
				assertThat(proxy.roundTrips() - before).isEqualTo(1);
			}
		}
	}

	@Test
	void readOnlyServerIsReported() throws SQLException {
		execute("create user reader identified by ''");
		execute("grant select, insert, update on leader_lease to reader");
		execute("grant select, insert, update on leader_fence to reader");
		execute("set global read_only = 1");
		try {
			Contender contender = contender("first", new DriverConnectionSource(database().url(), "reader", ""));
			assertThatExceptionOfType(LeaseStoreException.class)
				.isThrownBy(() -> contender.acquire(TIMEOUT, List.of("a")))
				.withMessageContaining("read-only");
			assertThat(contender.observe(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Free(0, false));
		}
		finally {
			execute("set global read_only = 0");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "+13:00", "-12:00", "+05:30", "SYSTEM" })
	void timeZoneOfASessionHasNoEffect(String zone) {
		Contender contender = contender("first").win("a");
		Contender abroad = contender("abroad",
				new InitializingSource(database().source(), "set time_zone = '" + zone + "'"));
		Outcome outcome = abroad.acquire(TIMEOUT, List.of("a")).get(0);
		assertThat(outcome).isInstanceOf(Outcome.Leased.class);
		assertThat(((Outcome.Leased) outcome).remaining()).isBetween(LEASE.minusSeconds(30), LEASE);
		abroad.win("b");
		Outcome seen = contender.acquire(TIMEOUT, List.of("b")).get(0);
		assertThat(((Outcome.Leased) seen).remaining()).isBetween(LEASE.minusSeconds(30), LEASE);
		assertGranted(abroad.renew(TIMEOUT, List.of("b")).get(0));
	}

	@ParameterizedTest
	@ValueSource(strings = { "set sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES'", "set sql_mode = ''",
			"set session transaction isolation level serializable", "set autocommit = 0",
			"set collation_connection = 'utf8mb4_bin'" })
	void settingsOfTheApplicationHaveNoEffect(String sql) {
		Contender contender = contender("first", new InitializingSource(database().source(), sql)).win("a", "\u00e9");
		assertGranted(contender.renew(TIMEOUT, List.of("a", "\u00e9")).toArray(Outcome[]::new));
		assertThat(contender("second").acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
		assertThat(contender.release(TIMEOUT, List.of("\u00e9")).get(0)).isEqualTo(new Outcome.Released());
	}

}
