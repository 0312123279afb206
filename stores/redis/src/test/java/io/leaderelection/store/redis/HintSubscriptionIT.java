/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.store.LeaseStore.HintListener;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.testkit.WatchedHints;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.lettuce.core.RedisURI;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests for {@link HintSubscription} when something throws in it.
 */
@Tag("server")
class HintSubscriptionIT {

	private static final byte[] CHANNEL = "channel".getBytes(StandardCharsets.UTF_8);

	private final WatchedHints hints = new WatchedHints();

	/** What the next call throws. */
	private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

	private RedisServer server;

	private Scheduler scheduler;

	private RedisConnector connector;

	static Throwable[] failures() {
		return new Throwable[] { new IllegalStateException("unchecked"), new IOException("checked"),
				new StackOverflowError("error") };
	}

	@BeforeEach
	void open() {
		this.server = RedisServer.open();
		this.scheduler = TimeSystem.system().scheduler("subscription");
		this.connector = RedisConnector.open(target(), "connector", this.scheduler, false);
	}

	@AfterEach
	void close() {
		this.connector.close();
		this.scheduler.close();
		this.server.close();
	}

	@ParameterizedTest
	@MethodSource("failures")
	void connectionIsTriedAgainWhateverIsThrown(Throwable failure) throws InterruptedException {
		this.failures.add(failure);
		try (ReconnectingWatch watch = watch(this.hints)) {
			watch.start(new HintSubscription(watch, new FailingConnector(), CHANNEL, target()));
			this.hints.await("live true");
			publish("e");
			this.hints.await("hint e");
		}
	}

	@ParameterizedTest
	@MethodSource("failures")
	void listenerThatThrowsEndsNoSubscription(Throwable failure) throws InterruptedException {
		try (ReconnectingWatch watch = watch(new FailingListener())) {
			watch.start(new HintSubscription(watch, this.connector, CHANNEL, target()));
			this.hints.await("live true");
			this.failures.add(failure);
			publish("first");
			this.hints.await("hint first");
			publish("second");
			this.hints.await("hint second");
		}
	}

	private ReconnectingWatch watch(HintListener listener) {
		return new ReconnectingWatch("Redis", listener, this.scheduler, HintSubscription.LONGEST_PAUSE);
	}

	private RedisTarget target() {
		return RedisTarget.of(RedisURI.create(Loopback.HOST, this.server.port()));
	}

	private void publish(String election) {
		AdminConnections.to(this.server).publish("channel", election);
	}

	private void fail() {
		Throwable failure = this.failures.poll();
		if (failure != null) {
			HintSubscriptionIT.<RuntimeException>sneakyThrow(failure);
		}
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> void sneakyThrow(Throwable failure) throws T {
		throw (T) failure;
	}

	/** Throws before it connects. */
	private final class FailingConnector implements RedisConnector {

		@Override
		public CompletionStage<RedisSession> connect() {
			return HintSubscriptionIT.this.connector.connect();
		}

		@Override
		public CompletionStage<? extends StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub() {
			fail();
			return HintSubscriptionIT.this.connector.connectPubSub();
		}

		@Override
		public void close() {
			HintSubscriptionIT.this.connector.close();
		}

	}

	/** Throws after it has noted a notification. */
	private final class FailingListener implements HintListener {

		@Override
		public void hint(String election) {
			HintSubscriptionIT.this.hints.hint(election);
			fail();
		}

		@Override
		public void live(boolean live) {
			HintSubscriptionIT.this.hints.live(live);
		}

	}

}
