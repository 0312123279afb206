/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.LeaderElection;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests with hanging deliveries on real threads, while the test controls the clock.
 */
@Timeout(60)
class DeliveryTests {

	private static final int HANGING = 20;

	private final Seconds seconds = new Seconds();

	private final Delivery delivery = new Delivery(this.seconds, "delivering");

	private final List<Delivery.Line> lines = new ArrayList<>();

	private final AsyncLog log = new AsyncLog(LeaderElection.class, Runnable::run);

	private final Semaphore begun = new Semaphore(0);

	private final CountDownLatch open = new CountDownLatch(1);

	@AfterEach
	void close() {
		this.open.countDown();
		this.delivery.close();
	}

	@Test
	void hangingElectionsNeverBlockOthersForGood() throws Exception {
		for (int i = 0; i < HANGING; i++) {
			line("hanging" + i, 1).execute(this::hang);
		}
		CompletableFuture<String> other = new CompletableFuture<>();
		line("other", 1).execute(() -> other.complete("received"));
		// Seconds until all hanging deliveries are known: 1 + 2 + 4 + 8 + 5
		for (int found : new int[] { 1, 2, 4, 8 }) {
			assertThat(other).isNotDone();
			awaitBegun(found);
			pass();
		}
		assertThat(other.get(20, TimeUnit.SECONDS)).isEqualTo("received");
		awaitBegun(5);
	}

	@Test
	void lineNamesTheThreadOfATask() throws Exception {
		Delivery.Line line = line("busy", 1);
		assertThat(line.thread()).isNull();
		line.execute(this::hang);
		awaitBegun(1);
		assertThat(line.thread()).isNotNull().isNotSameAs(Thread.currentThread());
	}

	@Test
	void logThatFailsIsReportedOnce() throws Exception {
		ByteArrayOutputStream written = new ByteArrayOutputStream();
		PrintStream standardError = System.err;
		System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
		try {
			CompletableFuture<String> later = new CompletableFuture<>();
			Delivery.Line line = this.delivery.lineOfLog();
			for (int i = 0; i < 3; i++) {
				line.execute(() -> {
					throw new IllegalStateException("disk full");
				});
			}
			line.execute(() -> later.complete("logged"));
			assertThat(later.get(20, TimeUnit.SECONDS)).isEqualTo("logged");
		}
		finally {
			System.setErr(standardError);
		}
		assertThat(written.toString(StandardCharsets.UTF_8)).containsOnlyOnce("cannot log").contains("disk full");
	}

	@Test
	void handoverCallbacksNeverBlockOtherElectionsForGood() throws Exception {
		try (Stages stages = new Stages()) {
			for (int i = 0; i < HANGING; i++) {
				complete(stages, line("hanging" + i, 8), this::hang);
			}
			CompletableFuture<String> other = new CompletableFuture<>();
			complete(stages, line("other", 8), () -> other.complete("done"));
			for (int found : new int[] { 1, 2, 4, 8 }) {
				awaitBegun(found);
				pass();
			}
			assertThat(other.get(20, TimeUnit.SECONDS)).isEqualTo("done");
			// Otherwise the closing thread would run the waiting callbacks, and hang
			awaitBegun(5);
		}
	}

	@Test
	void handoverCallbackDelaysTheNextForASecondAtMost() throws Exception {
		try (Stages stages = new Stages()) {
			Delivery.Line line = line("billing", 8);
			complete(stages, line, this::hang);
			awaitBegun(1);
			CompletableFuture<String> next = new CompletableFuture<>();
			complete(stages, line, () -> next.complete("done"));
			pass();
			assertThat(next.get(20, TimeUnit.SECONDS)).isEqualTo("done");
		}
	}

	private static void complete(Stages stages, Delivery.Line line, Runnable attached) {
		Stages.Stage stage = stages.open();
		stage.thenRun(attached);
		stages.complete(stage, line);
	}

	private Delivery.Line line(String election, int atOnce) {
		Delivery.Line line = this.delivery.line("listener", election, atOnce, this.log);
		this.lines.add(line);
		return line;
	}

	private void pass() {
		this.seconds.pass();
		this.lines.forEach(Delivery.Line::look);
	}

	private void awaitBegun(int deliveries) throws InterruptedException {
		assertThat(this.begun.tryAcquire(deliveries, 20, TimeUnit.SECONDS)).as("%s hang", deliveries).isTrue();
	}

	private void hang() {
		this.begun.release();
		try {
			this.open.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** The test moves the clock; threads are real. */
	private static final class Seconds implements TimeSystem {

		private final AtomicLong nanos = new AtomicLong();

		void pass() {
			this.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
		}

		@Override
		public Ticker ticker() {
			return this.nanos::get;
		}

		@Override
		public WallClock wallClock() {
			return TimeSystem.system().wallClock();
		}

		@Override
		public Scheduler scheduler(String threadName) {
			return TimeSystem.system().scheduler(threadName);
		}

		@Override
		public WorkerPool workers(String threadName, int threads) {
			return TimeSystem.system().workers(threadName, threads);
		}

	}

}
