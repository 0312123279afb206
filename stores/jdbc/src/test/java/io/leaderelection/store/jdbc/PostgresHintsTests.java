/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class PostgresHintsTests {

	private static final LeaseStore.HintListener NOBODY = new LeaseStore.HintListener() {

		@Override
		public void hint(String election) {
		}

		@Override
		public void live(boolean live) {
		}

	};

	/** A second apart to the millisecond, all processes would come at the same moment. */
	@Test
	void processesThatLostTheServerTogetherDoNotComeBackTogether() {
		int[] tenths = new int[15];
		for (int i = 0; i < 1000; i++) {
			tenths[(int) (PostgresHints.jitteredPause() / Duration.ofMillis(100).toNanos())]++;
		}
		assertThat(Arrays.copyOfRange(tenths, 0, 5)).containsOnly(0);
		// A hundred are expected in each
		assertThat(Arrays.stream(tenths).skip(5)).hasSize(10).allMatch((count) -> count > 20 && count < 250);
	}

	@Test
	void thePauseIsDrawnForEachAttempt() {
		AbsentDatabase database = new AbsentDatabase();
		AtomicInteger drawn = new AtomicInteger();
		try (PostgresHints hints = new PostgresHints(database, TimeSystem.system(), () -> {
			drawn.incrementAndGet();
			return Duration.ofMillis(1).toNanos();
		})) {
			hints.watch("n", NOBODY);
			await().until(() -> database.asked.get() > 5);
			assertThat(drawn).hasValueGreaterThanOrEqualTo(5);
		}
	}

	@Test
	void anInterruptDoesNotMakeItConnectWithoutAPause() {
		AbsentDatabase database = new AbsentDatabase();
		try (PostgresHints hints = new PostgresHints(database, TimeSystem.system())) {
			hints.watch("n", NOBODY);
			await().until(() -> database.asked.get() > 0);
			Thread.getAllStackTraces()
				.keySet()
				.stream()
				.filter((thread) -> thread.getName().startsWith("leader-election-jdbc-listen"))
				.forEach(Thread::interrupt);
			int before = database.asked.get();
			await().until(() -> database.asked.get() > before + 1);
			// More than one pause has passed
			assertThat(database.asked.get()).isLessThan(before + 10);
		}
	}

	private static final class AbsentDatabase implements ConnectionSource {

		private final AtomicInteger asked = new AtomicInteger();

		@Override
		public Connection open(Duration timeout) throws SQLException {
			this.asked.incrementAndGet();
			throw new SQLException("nobody there");
		}

		@Override
		public boolean exclusive() {
			return true;
		}

		@Override
		public String url() {
			return "jdbc:postgresql:none";
		}

		@Override
		public String name() {
			return "none";
		}

	}

}
