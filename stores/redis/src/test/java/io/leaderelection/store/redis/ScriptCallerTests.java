/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.ManualTicker;
import io.leaderelection.time.Ticker;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests which sessions a {@link ScriptCaller} opens and uses.
 */
class ScriptCallerTests {

	private static final Exception NO_REASON = new IllegalStateException("RedisHandshakeHandler not registered");

	private final ManualTicker ticker = new ManualTicker(0);

	private final StalledConnector connector = new StalledConnector();

	private final ScriptCaller sessions = new ScriptCaller(RedisTarget.of(RedisURI.create("redis://localhost:6379")),
			this.connector, this.ticker, 0);

	@Test
	@DisplayName("A pending connection is dropped after a while, and closed if it opens later")
	void pendingConnectionIsDropped() throws Exception {
		assertNoSession();
		this.ticker.advance(Duration.ofNanos(ScriptCaller.LONGEST_CONNECT));
		assertNoSession();
		assertThat(this.connector.begun).hasSize(1);
		this.ticker.advance(Duration.ofMillis(1));
		assertNoSession();
		assertThat(this.connector.begun).hasSize(2);
		StatefulConnection<String, String> late = openConnection();
		this.connector.begun.get(0).complete(session(late));
		assertThat(late.isOpen()).isFalse();
		RedisSession used = session(openConnection());
		this.connector.begun.get(1).complete(used);
		assertThat(this.sessions.session(budget())).isSameAs(used);
		this.ticker.advance(Duration.ofDays(1));
		assertThat(this.sessions.session(budget())).isSameAs(used);
	}

	@Test
	@DisplayName("A connection that fails without a reason is tried again")
	void connectionRefusedWithoutAReasonIsTriedAgain() {
		this.connector.answers.add(NO_REASON);
		this.connector.answers.add(new RedisConnectionException("Connection closed prematurely"));
		this.connector.answers.add(new RedisCommandExecutionException("WRONGPASS invalid"));
		assertRefusal("WRONGPASS invalid");
		assertThat(this.connector.begun).hasSize(3);
	}

	@Test
	void connectsAtMostThreeTimesWithinOneCall() {
		for (int i = 0; i < 3; i++) {
			this.connector.answers.add(NO_REASON);
		}
		assertRefusal("RedisHandshakeHandler not registered");
		assertThat(this.connector.begun).hasSize(3);
	}

	@Test
	void refusedConnectionIsNotRepeatedWithinTheCall() {
		this.connector.answers.add(new RedisCommandExecutionException("NOAUTH Authentication required"));
		assertRefusal("NOAUTH Authentication required");
		assertThat(this.connector.begun).hasSize(1);
	}

	private void assertRefusal(String reason) {
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.sessions.session(budget()))
			.withMessageContaining(reason);
	}

	private void assertNoSession() {
		assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> this.sessions.session(budget()));
	}

	private static RedisSession session(StatefulConnection<String, String> connection) {
		return new RedisSession(connection, (key) -> CompletableFuture.failedStage(new IllegalStateException()));
	}

	private static CallBudget budget() {
		return new CallBudget(Ticker.system(), Duration.ofMillis(20));
	}

	private static final class StalledConnector implements Supplier<CompletionStage<RedisSession>> {

		private final List<CompletableFuture<RedisSession>> begun = new ArrayList<>();

		private final Queue<Exception> answers = new ArrayDeque<>();

		@Override
		public CompletionStage<RedisSession> get() {
			CompletableFuture<RedisSession> session = new CompletableFuture<>();
			this.begun.add(session);
			Exception answer = this.answers.poll();
			if (answer != null) {
				session.completeExceptionally(new RedisConnectionException("Unable to connect", answer));
			}
			return session;
		}

	}

	/** A connection that only knows whether it is open. */
	@SuppressWarnings("unchecked")
	private static StatefulConnection<String, String> openConnection() {
		AtomicBoolean open = new AtomicBoolean(true);
		return (StatefulConnection<String, String>) Proxy.newProxyInstance(ScriptCallerTests.class.getClassLoader(),
				new Class<?>[] { StatefulConnection.class }, (proxy, method, arguments) -> switch (method.getName()) {
					case "isOpen" -> open.get();
					case "closeAsync" -> {
						open.set(false);
						yield CompletableFuture.completedFuture(null);
					}
					default -> throw new UnsupportedOperationException(method.getName());
				});
	}

}
