/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.testkit.SteppedTime;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests a database to which connecting takes longer than the timeout of a call.
 */
class SlowConnectTests extends FaultFixture implements OnH2 {

	private static final Duration SHORT = Duration.ofMillis(200);

	private final Slow source = new Slow();

	@Test
	void lateConnectionServesTheNextCall() {
		Contender contender = contender("first", this.source);
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> contender.acquire(SHORT, List.of("a")))
			.withMessageContaining("did not answer within");
		this.source.answered.countDown();
		assertThat(contender.observe(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Free.class);
		contender.win("a");
		assertThat(this.source.timeouts).as("connections").hasSize(1);
	}

	@Test
	@DisplayName("A connection that opens after half of the timeout is used by the next call")
	void lateConnectionIsUsedByTheNextCall() {
		SteppedTime time = new SteppedTime();
		JdbcLeaseStoreFactory factory = JdbcLeaseStoreFactory.builder(this.source).time(time).build();
		Contender contender = new Contender(closing(factory.open()), this.namespace, "first", LEASE);
		this.source.answered.countDown();
		this.source.connected = () -> time.step(TIMEOUT.multipliedBy(3).dividedBy(5));
		// No answer in time, so that an outage that ends this way is one warning
		assertThatExceptionOfType(NoAnswerException.class).isThrownBy(() -> contender.observe(TIMEOUT, List.of("a")))
			.withMessageContaining("Connecting took too long");
		contender.win("a");
		assertThat(this.source.timeouts).as("connections").hasSize(1);
	}

	@Test
	void queuedRequestMayConnectAsLongAsOthers() {
		this.source.refuses = true;
		Contender first = contender("first", this.source);
		CompletableFuture<Void> waiting = CompletableFuture
			.runAsync(() -> assertThatExceptionOfType(LeaseStoreException.class)
				.isThrownBy(() -> first.observe(TIMEOUT, List.of("a"))));
		Awaitility.await().until(() -> this.source.timeouts.size() == 1);
		CompletableFuture<List<Outcome.OfObserve>> next = CompletableFuture
			.supplyAsync(() -> first.observe(TIMEOUT, List.of("b")));
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> first.observe(SHORT, List.of("c")));
		this.source.refuses = false;
		this.source.answered.countDown();
		waiting.join();
		assertThat(next.join().get(0)).isInstanceOf(Outcome.Free.class);
		assertThat(this.source.timeouts).containsExactly(TIMEOUT, TIMEOUT);
	}

	/** Connects when the test allows it. */
	private final class Slow extends DelegatingSource {

		private final List<Duration> timeouts = new CopyOnWriteArrayList<>();

		private final CountDownLatch answered = new CountDownLatch(1);

		private volatile boolean refuses;

		private volatile Runnable connected = () -> {
		};

		Slow() {
			super(database().source());
		}

		@Override
		public Connection open(Duration timeout) throws SQLException {
			boolean refused = this.refuses;
			this.timeouts.add(timeout);
			await(this.answered);
			if (refused) {
				throw new SQLException("Refused");
			}
			Connection connection = database().connect();
			this.connected.run();
			return connection;
		}

	}

}
