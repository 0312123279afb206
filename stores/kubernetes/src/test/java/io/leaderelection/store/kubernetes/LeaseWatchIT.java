/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.io.IOException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.leaderelection.store.LeaseStore.NotificationListener;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.testkit.WatchedNotifications;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * Tests that {@link LeaseWatch} survives exceptions.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaseWatchIT extends KubernetesFixture {

	private final WatchedNotifications notifications = new WatchedNotifications();

	/** The exceptions of the next calls. */
	private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

	static Throwable[] failures() {
		return new Throwable[] { new IllegalStateException("unchecked"), new IOException("checked"),
				new StackOverflowError("error") };
	}

	@ParameterizedTest
	@MethodSource("failures")
	void failedSubscriptionIsRetried(Throwable failure) throws InterruptedException {
		Ticker failing = () -> {
			fail();
			return this.time.ticker().nanos();
		};
		// At the start of the attempt, and on the thread that lists
		this.failures.add(failure);
		this.failures.add(failure);
		try (ApiServer api = new ApiServer(() -> ClientSetup.open(this.server.config()), this.server.namespace());
				Scheduler scheduler = TimeSystem.system().scheduler("watch");
				WorkerPool workers = TimeSystem.system().workers("subscribe", 2);
				ReconnectingWatch watch = new ReconnectingWatch("Kubernetes", this.notifications, scheduler,
						LeaseWatch.LONGEST_PAUSE)) {
			watch.start(
					new LeaseWatch(watch, api, KEY.namespace(), commands(api, this.time.ticker()), workers, failing));
			this.notifications.await("live true");
			release();
			this.notifications.await("notification e");
		}
	}

	@ParameterizedTest
	@MethodSource("failures")
	void watchRestartsAfterAThrowingEvent(Throwable failure) throws InterruptedException {
		Ticker failing = () -> {
			fail();
			return this.time.ticker().nanos();
		};
		try (ApiServer api = new ApiServer(() -> ClientSetup.open(this.server.config()), this.server.namespace());
				Scheduler scheduler = TimeSystem.system().scheduler("watch");
				WorkerPool workers = TimeSystem.system().workers("subscribe", 2);
				ReconnectingWatch watch = new ReconnectingWatch("Kubernetes", this.notifications, scheduler,
						LeaseWatch.LONGEST_PAUSE)) {
			watch.start(
					new LeaseWatch(watch, api, KEY.namespace(), commands(api, failing), workers, this.time.ticker()));
			this.notifications.await("live true");
			this.failures.add(failure);
			release();
			this.notifications.await("live false");
			this.notifications.await("live true");
			this.rival.win("e");
			this.rival.release("e");
			this.notifications.await("notification e");
		}
	}

	@ParameterizedTest
	@MethodSource("failures")
	void throwingListenerDoesNotEndTheWatch(Throwable failure) throws InterruptedException {
		this.rival.store().watch(KEY.namespace(), new NotificationListener() {

			@Override
			public void notified(String election) {
				LeaseWatchIT.this.notifications.notified(election);
				fail();
			}

			@Override
			public void live(boolean live) {
				LeaseWatchIT.this.notifications.live(live);
			}

		});
		this.notifications.await("live true");
		this.failures.add(failure);
		release();
		this.notifications.await("notification e");
		this.notifications.clear();
		release();
		this.notifications.await("notification e");
	}

	@Test
	void refusedWatchIsReportedIfTheClientClosesItFirst(CapturedOutput output) throws InterruptedException {
		this.server.refuse(LeaseVerb.WATCH, 403);
		KubernetesClient closing = new KubernetesClientBuilder().withConfig(this.server.config())
			.withTaskExecutor(Runnable::run)
			.build();
		try (ApiServer api = new ApiServer(() -> closing, this.server.namespace());
				Scheduler scheduler = TimeSystem.system().scheduler("watch");
				WorkerPool workers = TimeSystem.system().workers("subscribe", 2);
				ReconnectingWatch watch = new ReconnectingWatch("Kubernetes", this.notifications, scheduler,
						LeaseWatch.LONGEST_PAUSE)) {
			watch.start(new LeaseWatch(watch, api, KEY.namespace(), commands(api, this.time.ticker()), workers,
					this.time.ticker()));
			org.awaitility.Awaitility.await().atMost(SLACK).until(() -> output.getAll().contains("refused to watch"));
			this.server.accept();
			this.notifications.await("live true");
		}
	}

	private LeaseCommands commands(ApiServer api, Ticker ticker) {
		LeaseNames names = new LeaseNames("");
		LeaseWriter writer = new LeaseWriter(this.server.namespace(), names, Map.of(), this.time.wallClock());
		return new LeaseCommands(api, names, writer, new Sightings(ticker));
	}

	private void release() {
		this.leader.win("e");
		this.leader.release("e");
	}

	private void fail() {
		Throwable failure = this.failures.poll();
		if (failure != null) {
			LeaseWatchIT.<RuntimeException>sneakyThrow(failure);
		}
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> void sneakyThrow(Throwable failure) throws T {
		throw (T) failure;
	}

}
