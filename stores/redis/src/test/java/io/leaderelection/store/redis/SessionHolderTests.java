/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.testkit.ManualTicker;
import io.leaderelection.time.Ticker;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SessionHolderTests {

	private final ManualTicker ticker = new ManualTicker(0);

	private final StalledConnector connector = new StalledConnector();

	private final SessionHolder sessions = new SessionHolder(this.connector,
			RedisTarget.of(RedisURI.create("redis://localhost:6379")), this.ticker);

	@Test
	void connectionThatIsNeverMadeIsGivenUpAndClosedShouldItBeMadeAfterAll() throws Exception {
		assertNoSession();
		this.ticker.advance(Duration.ofNanos(SessionHolder.LONGEST_CONNECT));
		assertNoSession();
		assertThat(this.connector.begun).hasSize(1);
		this.ticker.advance(Duration.ofMillis(1));
		assertNoSession();
		assertThat(this.connector.begun).hasSize(2);
		OpenSession late = new OpenSession();
		this.connector.begun.get(0).complete(late);
		assertThat(late.isOpen()).isFalse();
		OpenSession used = new OpenSession();
		this.connector.begun.get(1).complete(used);
		assertThat(this.sessions.session(budget())).isSameAs(used);
		this.ticker.advance(Duration.ofDays(1));
		assertThat(this.sessions.session(budget())).isSameAs(used);
	}

	private void assertNoSession() {
		assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> this.sessions.session(budget()));
	}

	private static CallBudget budget() {
		return new CallBudget(Ticker.system(), Duration.ofMillis(20));
	}

	private static final class StalledConnector implements RedisConnector {

		private final List<CompletableFuture<RedisSession>> begun = new ArrayList<>();

		@Override
		public CompletionStage<RedisSession> connect() {
			CompletableFuture<RedisSession> session = new CompletableFuture<>();
			this.begun.add(session);
			return session;
		}

		@Override
		public CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub() {
			return new CompletableFuture<>();
		}

		@Override
		public void close() {
			this.begun.clear();
		}

	}

	private static final class OpenSession implements RedisSession {

		private boolean open = true;

		@Override
		public CompletionStage<RedisClusterAsyncCommands<byte[], byte[]>> commands(byte[] key) {
			throw new IllegalStateException("Nothing is asked of this session");
		}

		@Override
		public boolean isOpen() {
			return this.open;
		}

		@Override
		public void close() {
			this.open = false;
		}

	}

}
