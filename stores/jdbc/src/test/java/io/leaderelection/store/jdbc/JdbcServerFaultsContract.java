/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.util.List;

import io.leaderelection.servers.TestServer;
import io.leaderelection.servers.faults.ServerFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests faults and settings of a server of the class's own. A class adds statements that
 * change the time zone of a session ({@code zones}), and other settings
 * ({@code settings}).
 */
@Tag("server")
@Tag("slow")
abstract class JdbcServerFaultsContract extends FaultFixture {

	static TestServer server;

	@AfterAll
	static void closeServer() {
		server.close();
	}

	/** Ends the sessions of all others. */
	abstract void endOtherSessions() throws SQLException;

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
		endOtherSessions();
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
		endOtherSessions();
		assertThat(contender.observe(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
	}

	@ParameterizedTest
	@MethodSource("zones")
	void timeZoneOfASessionHasNoEffect(String sql) {
		Contender contender = contender("first").win("a");
		Contender abroad = contender("abroad", new InitializingSource(database().source(), sql));
		assertRemains(abroad.acquire(TIMEOUT, List.of("a")).get(0));
		abroad.win("b");
		assertRemains(contender.acquire(TIMEOUT, List.of("b")).get(0));
		assertGranted(abroad.renew(TIMEOUT, List.of("b")).get(0));
	}

	@ParameterizedTest
	@MethodSource("settings")
	void settingsOfTheApplicationHaveNoEffect(String sql) {
		Contender contender = contender("first", new InitializingSource(database().source(), sql)).win("a", "\u00e9");
		assertGranted(contender.renew(TIMEOUT, List.of("a", "\u00e9")).toArray(Outcome[]::new));
		assertThat(contender("second").acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
		assertThat(contender.release(TIMEOUT, List.of("\u00e9")).get(0)).isEqualTo(new Outcome.Released());
	}

}
