/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.testkit.WatchedNotifications;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class PostgresNotificationsTests {

	private static LeaseStore store(ConnectionSource source) {
		return JdbcLeaseStoreFactory.builder(source).build().open();
	}

	@Test
	void anInterruptDoesNotMakeItConnectWithoutAPause() {
		AbsentDatabase database = new AbsentDatabase();
		try (LeaseStore store = store(database)) {
			store.watch("n", new WatchedNotifications());
			await().until(() -> database.attempts.get() > 0);
			Thread.getAllStackTraces()
				.keySet()
				.stream()
				.filter((thread) -> thread.getName().startsWith("leader-election-jdbc"))
				.forEach(Thread::interrupt);
			int before = database.attempts.get();
			// A thread that is interrupted without a task reports it
			await().dontCatchUncaughtExceptions().until(() -> database.attempts.get() > before + 1);
			// More than one pause has passed by now
			assertThat(database.attempts.get()).isLessThan(before + 10);
		}
	}

	/** For example, a driver that was built against another version of its libraries. */
	@Test
	void connectsAgainAfterAnError() {
		AbsentDatabase database = new AbsentDatabase();
		database.error = new NoClassDefFoundError("of the driver");
		try (LeaseStore store = store(database)) {
			store.watch("n", new WatchedNotifications());
			await().until(() -> database.attempts.get() > 2);
		}
	}

	private static final class AbsentDatabase extends DelegatingSource {

		private final AtomicInteger attempts = new AtomicInteger();

		private Error error;

		AbsentDatabase() {
			super(new DriverConnectionSource("jdbc:postgresql:none", null, null));
		}

		@Override
		public Connection open(Duration timeout) throws SQLException {
			this.attempts.incrementAndGet();
			if (this.error != null) {
				throw this.error;
			}
			throw new SQLException("nobody there");
		}

	}

}
