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
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class PostgresNotificationsTests {

	private static final LeaseStore.NotificationListener NOBODY = new LeaseStore.NotificationListener() {

		@Override
		public void notified(String election) {
		}

		@Override
		public void live(boolean live) {
		}

	};

	private static LeaseStore store(ConnectionSource source, TimeSystem time) {
		return JdbcLeaseStoreFactory.builder(source).time(time).build().open();
	}

	@Test
	void anInterruptDoesNotMakeItConnectWithoutAPause() {
		AbsentDatabase database = new AbsentDatabase();
		try (LeaseStore store = store(database, TimeSystem.system())) {
			store.watch("n", NOBODY);
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
		try (LeaseStore store = store(database, TimeSystem.system())) {
			store.watch("n", NOBODY);
			await().until(() -> database.attempts.get() > 2);
		}
	}

	@Test
	void connectsOnceThereIsAThread() {
		AbsentDatabase database = new AbsentDatabase();
		ThreadsOnDemand time = new ThreadsOnDemand();
		try (LeaseStore store = store(database, time)) {
			store.watch("n", NOBODY);
			await().until(() -> time.refused.get() > 1);
			assertThat(database.attempts).hasValue(0);
			time.available = true;
			await().until(() -> database.attempts.get() > 0);
		}
	}

	private static final class AbsentDatabase implements ConnectionSource {

		private final AtomicInteger attempts = new AtomicInteger();

		private Error error;

		@Override
		public Connection open(Duration timeout) throws SQLException {
			this.attempts.incrementAndGet();
			if (this.error != null) {
				throw this.error;
			}
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

	/** The threads of this process, if any can be started. */
	private static final class ThreadsOnDemand implements TimeSystem {

		private final TimeSystem system = TimeSystem.system();

		private final AtomicInteger refused = new AtomicInteger();

		private volatile boolean available;

		@Override
		public Ticker ticker() {
			return this.system.ticker();
		}

		@Override
		public WallClock wallClock() {
			return this.system.wallClock();
		}

		@Override
		public Scheduler scheduler(String threadName) {
			return this.system.scheduler(threadName);
		}

		@Override
		public WorkerPool workers(String threadName, int threads) {
			WorkerPool pool = this.system.workers(threadName, threads);
			return new WorkerPool() {

				@Override
				public void execute(Runnable task) {
					if (!ThreadsOnDemand.this.available) {
						ThreadsOnDemand.this.refused.incrementAndGet();
						throw new OutOfMemoryError("unable to create native thread");
					}
					pool.execute(task);
				}

				@Override
				public void resize(int count) {
					pool.resize(count);
				}

				@Override
				public void close() {
					pool.close();
				}

			};
		}

	}

}
