/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.io.IOException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.leaderelection.store.support.ConditionalRecords.Changes;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.testkit.WatchedNotifications;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.awaitility.Awaitility;
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

	/** Takes each record without a leader for free, as the store does. */
	private static final Changes CHANGES = (key, stored) -> stored == null || stored.record() == null
			|| stored.record().released();

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
		// At the start of the attempt, and on the thread that lists
		this.failures.add(failure);
		this.failures.add(failure);
		watch(this::openClient, CHANGES, failing(), () -> {
			this.notifications.await("live true");
			release();
			this.notifications.await("notification e");
		});
	}

	@ParameterizedTest
	@MethodSource("failures")
	void watchRestartsAfterAThrowingEvent(Throwable failure) throws InterruptedException {
		watch(this::openClient, (key, stored) -> {
			fail();
			return CHANGES.seen(key, stored);
		}, this.time.ticker(), () -> {
			this.notifications.await("live true");
			this.failures.add(failure);
			release();
			this.notifications.await("live false");
			this.notifications.await("live true");
			release();
			this.notifications.await("notification e");
		});
	}

	@Test
	void refusedWatchIsReportedIfTheClientClosesItFirst(CapturedOutput output) throws InterruptedException {
		this.server.refuse(LeaseVerb.WATCH, 403);
		KubernetesClient closing = new KubernetesClientBuilder().withConfig(this.server.config())
			.withTaskExecutor(Runnable::run)
			.build();
		watch(() -> closing, CHANGES, this.time.ticker(), () -> {
			Awaitility.await().atMost(SLACK).until(() -> output.getAll().contains("refused to watch"));
			this.server.accept();
			this.notifications.await("live true");
		});
	}

	/**
	 * Runs a check while a watch is open.
	 * @param changes takes what the events show
	 * @param ofWatch the ticker that attempts to subscribe read
	 */
	private void watch(Supplier<KubernetesClient> client, Changes changes, Ticker ofWatch, Check check)
			throws InterruptedException {
		try (ApiServer api = new ApiServer(client, this.server.namespace());
				Scheduler scheduler = TimeSystem.system().scheduler("watch");
				WorkerPool workers = TimeSystem.system().workers("subscribe", 2);
				ReconnectingWatch watch = new ReconnectingWatch("Kubernetes", this.notifications, scheduler,
						LeaseWatch.LONGEST_PAUSE)) {
			LeaseReader reader = new LeaseReader(this.server.namespace(), new LeaseNames("", Map.of()), false);
			LeaseEvents events = new LeaseEvents(KEY.namespace(), reader, changes);
			watch.start(new LeaseWatch(watch, api, events, workers, ofWatch));
			check.run();
		}
	}

	private KubernetesClient openClient() {
		return ClientSetup.open(this.server.config());
	}

	private void release() {
		this.leader.win("e");
		this.leader.release("e");
	}

	private Ticker failing() {
		return () -> {
			fail();
			return this.time.ticker().nanos();
		};
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

	private interface Check {

		void run() throws InterruptedException;

	}

}
