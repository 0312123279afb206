/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.store.LeaseStore.NotificationListener;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.testkit.WatchedNotifications;
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
 * Tests for {@link NotificationSubscription} with failing connectors and listeners.
 */
@Tag("server")
class NotificationSubscriptionIT {

	private static final String CHANNEL = "channel";

	private final WatchedNotifications notifications = new WatchedNotifications();

	/** The failure that the next call throws. */
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
		this.connector = new RedisConnector(target(), "connector", new SchedulerTimer(this.scheduler), false);
	}

	@AfterEach
	void close() {
		this.connector.close();
		this.scheduler.close();
		this.server.close();
	}

	@ParameterizedTest
	@MethodSource("failures")
	void connectsAgainAfterAnyException(Throwable failure) throws InterruptedException {
		this.failures.add(failure);
		try (ReconnectingWatch watch = watch(this.notifications)) {
			watch.start(new NotificationSubscription(watch, this::failOrConnect, CHANNEL, target()));
			this.notifications.await("live true");
			publish("e");
			this.notifications.await("notification e");
		}
	}

	@ParameterizedTest
	@MethodSource("failures")
	void listenerThatThrowsEndsNoSubscription(Throwable failure) throws InterruptedException {
		try (ReconnectingWatch watch = watch(new FailingListener())) {
			watch.start(new NotificationSubscription(watch, this.connector::connectPubSub, CHANNEL, target()));
			this.notifications.await("live true");
			this.failures.add(failure);
			publish("first");
			this.notifications.await("notification first");
			publish("second");
			this.notifications.await("notification second");
		}
	}

	private ReconnectingWatch watch(NotificationListener listener) {
		return new ReconnectingWatch("Redis", listener, this.scheduler, NotificationSubscription.LONGEST_PAUSE);
	}

	private RedisTarget target() {
		return RedisTarget.of(RedisURI.create(Loopback.HOST, this.server.port()));
	}

	private void publish(String election) {
		AdminConnections.to(this.server).publish("channel", election);
	}

	private CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> failOrConnect() {
		fail();
		return this.connector.connectPubSub();
	}

	private void fail() {
		Throwable failure = this.failures.poll();
		if (failure != null) {
			NotificationSubscriptionIT.<RuntimeException>sneakyThrow(failure);
		}
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> void sneakyThrow(Throwable failure) throws T {
		throw (T) failure;
	}

	/** Throws after it has recorded a notification. */
	private final class FailingListener implements NotificationListener {

		@Override
		public void notified(String election) {
			NotificationSubscriptionIT.this.notifications.notified(election);
			fail();
		}

		@Override
		public void live(boolean live) {
			NotificationSubscriptionIT.this.notifications.live(live);
		}

	}

}
