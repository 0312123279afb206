/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that stores which are opened, used and closed repeatedly leak nothing.
 */
class H2LeakTests extends FaultFixture {

	private static final int TIMES = 1_000;

	@Override
	protected TestDatabase database() {
		return TestDatabase.h2();
	}

	@Test
	void closedStoresLeaveNeitherConnectionsNorThreads() throws Exception {
		long sessions = sessions();
		for (int i = 0; i < TIMES; i++) {
			try (LeaseStore store = storeFactory(database().source()).open()) {
				Contender contender = new Contender(store, this.namespace, "c" + i, LEASE);
				contender.acquire(TIMEOUT, List.of("a"));
				contender.win("a");
				assertThat(contender.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
			}
		}
		await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
			assertThat(sessions()).as("sessions").isLessThanOrEqualTo(sessions);
			assertThat(threads()).as("threads").isEmpty();
		});
	}

	private long sessions() throws SQLException {
		try (Statement statement = this.admin.createStatement();
				ResultSet row = statement.executeQuery("select count(*) from information_schema.sessions")) {
			row.next();
			return row.getLong(1);
		}
	}

	private static List<String> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("leader-election-jdbc"))
			.toList();
	}

}
