/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;

import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the round trips of H2's driver, which sends more than the statements and fetches
 * the rest of an incomplete result with another round trip.
 */
class H2RoundTripTests extends FaultFixture {

	/** More than the number of objects that the server keeps for a session. */
	private static final int TIMES = 100;

	private TcpProxy proxy;

	@Override
	protected TestDatabase database() {
		return TestDatabase.h2();
	}

	@BeforeEach
	void openProxy() {
		this.proxy = closing(TcpProxy.to(TestDatabase.h2Server().getPort()));
	}

	private ConnectionSource throughProxy(String settings) {
		return new DriverConnectionSource(
				"jdbc:h2:tcp://127.0.0.1:" + this.proxy.port() + "/" + TestDatabase.H2_NAME + settings,
				database().user(), "");
	}

	private static List<String> elections(int number) {
		return IntStream.range(0, number).mapToObj((i) -> "e" + i).toList();
	}

	private long roundTripsOf(Runnable call) {
		long before = this.proxy.roundTrips();
		call.run();
		return this.proxy.roundTrips() - before;
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 100, LeaseStore.MAX_BATCH })
	void renewalTakesAtMostSixRoundTrips(int number) {
		List<String> elections = elections(number);
		Contender leader = contender("first", throughProxy("")).win(elections.toArray(String[]::new));
		leader.renew(TIMEOUT, elections);
		for (int i = 0; i < ((number < LeaseStore.MAX_BATCH) ? TIMES : 3); i++) {
			assertThat(roundTripsOf(() -> assertGranted(leader.renew(TIMEOUT, elections).toArray(Outcome[]::new))))
				.isBetween(3L, 6L);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 100, LeaseStore.MAX_BATCH })
	void followerTakesAtMostTwoRoundTrips(int number) {
		List<String> elections = elections(number);
		contender("first").win(elections.toArray(String[]::new));
		Contender follower = contender("second", throughProxy(""));
		follower.acquire(TIMEOUT, elections);
		for (int i = 0; i < ((number < LeaseStore.MAX_BATCH) ? TIMES : 3); i++) {
			assertThat(roundTripsOf(() -> assertThat(follower.acquire(TIMEOUT, elections))
				.allSatisfy((outcome) -> assertThat(outcome).isInstanceOf(Outcome.Leased.class)))).isBetween(1L, 2L);
			assertThat(roundTripsOf(() -> assertThat(follower.observe(TIMEOUT, elections))
				.allSatisfy((outcome) -> assertThat(outcome).isInstanceOf(Outcome.Leased.class)))).isBetween(1L, 2L);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", ";LAZY_QUERY_EXECUTION=1" })
	void answeredCommandsAreCommitted(String settings) throws Exception {
		Contender contender = contender("first", throughProxy(settings)).win("a", "b");
		assertNothingIsOpen();
		assertGranted(contender.renew(TIMEOUT, List.of("a", "b")).toArray(Outcome[]::new));
		assertNothingIsOpen();
		contender.observe(TIMEOUT, List.of("a", "b"));
		assertNothingIsOpen();
		assertThat(contender.release(TIMEOUT, List.of("b")).get(0)).isEqualTo(new Outcome.Released());
		assertNothingIsOpen();
		contender("second", throughProxy(settings)).acquire(TIMEOUT, List.of("a"));
		assertNothingIsOpen();
	}

	private void assertNothingIsOpen() throws SQLException {
		try (Statement statement = this.admin.createStatement();
				ResultSet rows = statement
					.executeQuery("select count(*) from information_schema.sessions where contains_uncommitted")) {
			rows.next();
			assertThat(rows.getInt(1)).as("sessions with an open transaction").isZero();
		}
	}

}
