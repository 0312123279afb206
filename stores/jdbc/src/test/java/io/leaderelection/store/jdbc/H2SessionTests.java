/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that stores leave no transaction open in H2, and no session after their end.
 */
class H2SessionTests extends FaultFixture implements OnH2 {

	private static final int TIMES = 1_000;

	@Test
	void closedStoresLeaveNeitherConnectionsNorThreads() throws Exception {
		String sessions = "select count(*) from information_schema.sessions";
		long before = number(sessions);
		for (int i = 0; i < TIMES; i++) {
			try (LeaseStore store = storeFactory(database().source()).open()) {
				Contender contender = new Contender(store, this.namespace, "c" + i, LEASE);
				contender.win("a");
				assertThat(contender.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
			}
		}
		await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
			assertThat(number(sessions)).as("sessions").isLessThanOrEqualTo(before);
			assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
				.noneMatch((name) -> name.startsWith("leader-election-jdbc"));
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "", ";LAZY_QUERY_EXECUTION=1" })
	void answeredCommandsAreCommitted(String settings) throws Exception {
		ConnectionSource source = new DriverConnectionSource(database().remoteUrl() + settings, database().user(), "");
		Contender contender = contender("first", source).win("a", "b");
		assertNothingIsOpen();
		assertGranted(contender.renew(TIMEOUT, List.of("a", "b")).toArray(Outcome[]::new));
		assertNothingIsOpen();
		contender.observe(TIMEOUT, List.of("a", "b"));
		assertNothingIsOpen();
		assertThat(contender.release(TIMEOUT, List.of("b")).get(0)).isEqualTo(new Outcome.Released());
		assertNothingIsOpen();
		contender("second", source).acquire(TIMEOUT, List.of("a"));
		assertNothingIsOpen();
	}

	private void assertNothingIsOpen() throws SQLException {
		assertThat(number("select count(*) from information_schema.sessions where contains_uncommitted"))
			.as("sessions with an open transaction")
			.isZero();
	}

}
