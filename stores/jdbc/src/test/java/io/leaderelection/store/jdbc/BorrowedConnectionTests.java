/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import org.aopalliance.intercept.MethodInterceptor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests the store with connections from the application's pool.
 */
class BorrowedConnectionTests extends FaultFixture implements OnH2 {

	private static final Duration SHORT = Duration.ofMillis(500);

	@Test
	void eachCallBorrowsAndRestoresAConnection() throws SQLException {
		Pool pool = new Pool();
		Contender contender = contender("first", pool).win("a");
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
		assertThat(contender("second", pool).acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
		assertThat(pool.lent.get()).isEqualTo(3);
		assertThat(pool.closed.get()).isEqualTo(3);
		assertThat(pool.seenAutoCommit).isFalse();
		assertThat(pool.seenIsolation).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
	}

	@Test
	void exhaustedPoolDelaysCallsUpToTheirTimeout() throws Exception {
		Pool pool = new Pool();
		Contender contender = contender("first", pool).win("a");
		pool.exhausted = new CountDownLatch(1);
		for (int i = 0; i < 3; i++) {
			long begin = System.nanoTime();
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> contender.renew(SHORT, List.of("a")))
				.withMessageContaining("did not answer within");
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
		}
		assertThat(pool.waiting.get()).as("calls in flight").isEqualTo(1);
		pool.exhausted.countDown();
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
		Awaitility.await().untilAsserted(() -> assertThat(pool.closed.get()).isEqualTo(pool.lent.get()));
	}

	/** For example, the classes of a driver may be incomplete. */
	@Test
	void nothingIsCommittedIfAnErrorInterruptsAGrant() throws SQLException {
		Pool pool = new Pool();
		Contender contender = contender("first", pool);
		pool.autoCommit = true;
		pool.broken = "insert into leader_fence";
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> contender.acquire(TIMEOUT, List.of("a")))
			.withMessageContaining("broken driver");
		assertThat(
				execute(this.admin, "update leader_lease set released = 1 where namespace = ? and election = ?", "a"))
			.as("records")
			.isZero();
		pool.broken = null;
		contender.win("a");
	}

	@Test
	void nothingIsBorrowedForNotifications() {
		JdbcLeaseStoreFactory factory = JdbcLeaseStoreFactory.builder(new Pool())
			.dialect(JdbcDialect.POSTGRESQL)
			.build();
		assertThat(factory.traits().push()).isFalse();
		LeaseStore store = closing(factory.open());
		assertThat(store.watch("n", null)).isSameAs(LeaseStore.Watch.NONE);
	}

	@Test
	void aClosedStoreRefusesToWork() {
		LeaseStore store = JdbcLeaseStoreFactory.builder(database().source()).build().open();
		Contender contender = new Contender(store, this.namespace, "first", LEASE).win("a");
		store.close();
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> contender.renew(TIMEOUT, List.of("a")));
	}

	/** Lends H2 connections with other settings. */
	private final class Pool extends DelegatingSource {

		private final AtomicInteger lent = new AtomicInteger();

		private final AtomicInteger closed = new AtomicInteger();

		private final AtomicInteger waiting = new AtomicInteger();

		private volatile CountDownLatch exhausted = new CountDownLatch(0);

		private volatile boolean seenAutoCommit = true;

		private volatile int seenIsolation;

		private volatile boolean autoCommit;

		/** The beginning of the statements that fail with an error. */
		private volatile String broken;

		Pool() {
			super(database().source());
		}

		@Override
		public Connection open(Duration timeout) throws SQLException {
			this.waiting.incrementAndGet();
			await(this.exhausted);
			this.waiting.decrementAndGet();
			Connection connection = database().connect();
			connection.setAutoCommit(this.autoCommit);
			connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
			this.lent.incrementAndGet();
			ProxyFactory lent = new ProxyFactory(connection);
			lent.addAdvice((MethodInterceptor) (call) -> {
				String method = call.getMethod().getName();
				if (method.equals("close")) {
					this.seenAutoCommit = connection.getAutoCommit();
					this.seenIsolation = connection.getTransactionIsolation();
					this.closed.incrementAndGet();
				}
				if (this.broken != null && method.equals("prepareStatement")
						&& call.getArguments()[0].toString().startsWith(this.broken)) {
					throw new NoClassDefFoundError("broken driver");
				}
				return call.proceed();
			});
			return (Connection) lent.getProxy();
		}

		@Override
		public boolean exclusive() {
			return false;
		}

	}

}
