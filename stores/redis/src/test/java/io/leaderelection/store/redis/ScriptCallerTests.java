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
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.ManualTicker;
import io.leaderelection.time.Ticker;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.PipelinedRedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests which sessions a {@link ScriptCaller} opens and uses.
 */
class ScriptCallerTests {

	private static final Exception NO_REASON = new IllegalStateException("RedisHandshakeHandler not registered");

	private static final LeaseScript<ElectionKey, Outcome.OfObserve> OBSERVE = LeaseScript.of("observe",
			LeaseScript::resource, Function.identity(), (batch) -> List.of(), Outcome.OfObserve.class);

	private static final Object ANSWERED = List.of(List.of("lost"));

	private final Queue<Object> replies = new ArrayDeque<>();

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
		assertRefusal("WRONGPASS invalid", 3, NO_REASON, new RedisConnectionException("Connection closed prematurely"),
				new RedisCommandExecutionException("WRONGPASS invalid"));
	}

	@Test
	void connectsAtMostThreeTimesWithinOneCall() {
		assertRefusal("RedisHandshakeHandler not registered", 3, NO_REASON, NO_REASON, NO_REASON);
	}

	@Test
	void refusedConnectionIsNotRepeatedWithinTheCall() {
		assertRefusal("NOAUTH Authentication required", 1,
				new RedisCommandExecutionException("NOAUTH Authentication required"));
	}

	@Test
	@DisplayName("Time without a pending command is not silence")
	void idleTimeIsNotSilence() {
		StatefulConnection<String, String> connection = openSession();
		this.replies.add(ANSWERED);
		observe();
		this.ticker.advance(Duration.ofSeconds(10));
		assertTimeout();
		this.ticker.advance(Duration.ofMillis(499));
		assertTimeout();
		assertThat(connection.isOpen()).as("open while silent for less than 500 ms").isTrue();
		this.ticker.advance(Duration.ofMillis(1));
		assertTimeout();
		assertThat(connection.isOpen()).as("open after 500 ms without an answer").isFalse();
	}

	@Test
	void answerOfAnotherCommandEndsTheSilence() {
		StatefulConnection<String, String> connection = openSession();
		assertTimeout();
		this.ticker.advance(Duration.ofMillis(400));
		this.replies.add(ANSWERED);
		observe();
		this.ticker.advance(Duration.ofMillis(400));
		assertTimeout();
		assertThat(connection.isOpen()).isTrue();
	}

	@Test
	@DisplayName("A session stays open while it connects to a node of the cluster")
	void connectingToANodeIsNotSilence() {
		StatefulConnection<String, String> connection = openConnection();
		this.connector.session = new RedisSession(connection, (key) -> new CompletableFuture<>());
		assertTimeout();
		this.ticker.advance(Duration.ofSeconds(10));
		assertTimeout();
		assertThat(connection.isOpen()).isTrue();
		assertThat(this.connector.begun).hasSize(1);
	}

	/** Opens a session that answers {@link #replies}, and then nothing more. */
	private StatefulConnection<String, String> openSession() {
		StatefulConnection<String, String> connection = openConnection();
		RedisClusterAsyncCommands<String, String> commands = commands();
		this.connector.session = new RedisSession(connection, (key) -> CompletableFuture.completedStage(commands));
		return connection;
	}

	private void observe() {
		this.sessions.call(OBSERVE, new String[] { "key" }, List.of(), Duration.ofMillis(5));
	}

	private void assertTimeout() {
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(this::observe)
			.withMessageContaining("Redis did not answer 'observe' within 5 ms");
	}

	/**
	 * Asserts that a call fails after some attempts to connect, which get these answers.
	 */
	private void assertRefusal(String reason, int attempts, Exception... answers) {
		this.connector.answers.addAll(List.of(answers));
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.sessions.session(budget()))
			.withMessageContaining(reason);
		assertThat(this.connector.begun).hasSize(attempts);
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

		private @Nullable RedisSession session;

		@Override
		public CompletionStage<RedisSession> get() {
			CompletableFuture<RedisSession> session = new CompletableFuture<>();
			this.begun.add(session);
			if (this.session != null) {
				session.complete(this.session);
			}
			Exception answer = this.answers.poll();
			if (answer != null) {
				session.completeExceptionally(new RedisConnectionException("Unable to connect", answer));
			}
			return session;
		}

	}

	@SuppressWarnings("unchecked")
	private RedisClusterAsyncCommands<String, String> commands() {
		return (RedisClusterAsyncCommands<String, String>) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { RedisClusterAsyncCommands.class }, (proxy, method, arguments) -> {
					Object reply = this.replies.poll();
					return new PipelinedRedisFuture<>(
							(reply != null) ? CompletableFuture.completedStage(reply) : new CompletableFuture<>());
				});
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
