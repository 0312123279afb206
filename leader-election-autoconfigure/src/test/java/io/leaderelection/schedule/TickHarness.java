/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import io.leaderelection.Features;
import io.leaderelection.LeaderElection;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.guard.Contexts;
import io.leaderelection.guard.SteppedElection;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.FaultInjectingLeaseStore;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickOutcome;
import io.leaderelection.work.tick.TickPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Base class for tests of jobs: a context in manual time with an in-memory store.
 */
@Timeout(40)
abstract class TickHarness {

	static final Instant TEN_TO = Instant.parse("2026-11-24T11:50:00Z");

	static final Instant NOON = Instant.parse("2026-11-24T12:00:00Z");

	static final ElectionKey KEY = new ElectionKey("orders", "default");

	static final Duration HOUR = Duration.ofHours(1);

	private static final CronMoments.Cron HOURLY = CronMomentsTests.cron("0 0 * * * *", "UTC");

	final ManualTime time = new ManualTime(TEN_TO);

	final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	final FaultInjectingLeaseStore store = new FaultInjectingLeaseStore(this.memory.open());

	final List<String> outcomes = new CopyOnWriteArrayList<>();

	private final List<Thread> threads = new ArrayList<>();

	/** The context of the running test. */
	private AssertableApplicationContext context;

	final TickListener listener = (election, tick, outcome, number) -> {
		if (outcome != TickOutcome.ALREADY_DONE) {
			this.outcomes.add(tick + " " + outcome + " " + number);
		}
	};

	final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(Features.and())
		.withPropertyValues("leader-election.namespace=orders")
		.withBean(LeaseStore.class, () -> this.store)
		.withBean(StoreTraits.class, this.memory::traits)
		.withBean(TimeSystem.class, () -> this.time)
		.withBean(TickListener.class, () -> this.listener);

	/** Runs a test with a job in a context that leads. */
	<T> void leading(Class<T> type, SteppedElection.Work<T> work) {
		leading(this.runner, type, work);
	}

	<T> void leading(ApplicationContextRunner runner, Class<T> type, SteppedElection.Work<T> work) {
		leading(runner.withBean(type), (context) -> {
			T job = context.getBean(type);
			work.run(job, AopTestUtils.getUltimateTargetObject(job));
		});
	}

	void leading(ApplicationContextRunner runner, ContextConsumer<AssertableApplicationContext> test) {
		runner.run((context) -> {
			assertThat(context).hasNotFailed();
			this.context = context;
			try {
				until(() -> election().isLeader());
				test.accept(context);
			}
			finally {
				context.getBean(ElectionEngine.class).stop();
				this.time.advance(Duration.ofMinutes(1));
			}
		});
	}

	LeaderElection election() {
		return Contexts.election(this.context, "default");
	}

	Ticks ticks() {
		return bean(Ticks.class);
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	/** Runs due tasks until a condition is met. */
	void until(BooleanSupplier condition) {
		while (!condition.getAsBoolean()) {
			assertThat(Thread.interrupted()).as("out of time").isFalse();
			this.time.runDue();
			Thread.onSpinWait();
		}
	}

	/** Calls a job as its scheduler. It waits for the store during the call. */
	void call(ThrowingRunnable job) {
		await(begin(job));
	}

	/** Calls a job as a test of an application does, or an administrator's button. */
	void callDirectly(ThrowingRunnable job) {
		await(beginDirectly(job));
	}

	private void await(CompletableFuture<Void> call) {
		until(call::isDone);
		call.join();
	}

	@FunctionalInterface
	interface ThrowingRunnable {

		void run() throws Exception;

	}

	CompletableFuture<Void> begin(ThrowingRunnable job) {
		return beginDirectly(() -> {
			Exception thrown = SchedulerCalls.<@Nullable Exception>asScheduler(() -> {
				try {
					job.run();
					return null;
				}
				catch (Exception ex) {
					return ex;
				}
			});
			if (thrown != null) {
				throw thrown;
			}
		});
	}

	CompletableFuture<Void> beginDirectly(ThrowingRunnable job) {
		CompletableFuture<Void> call = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				job.run();
				call.complete(null);
			}
			catch (Throwable ex) {
				call.completeExceptionally(ex);
			}
		});
		this.threads.add(thread);
		thread.start();
		return call;
	}

	/** Waits until the threads of jobs are waiting again. */
	void settle() {
		for (Thread thread : this.threads) {
			while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
				Thread.onSpinWait();
			}
		}
	}

	void advanceTo(Instant instant) {
		this.time.advance(Duration.between(Instant.ofEpochMilli(this.time.wallClock().millis()), instant));
	}

	void recorded(Instant tick, TickEntry.State state, long token, int attempt) {
		String hash = new CronMoments(List.of(HOURLY)).hash();
		recorded(Map.of(TickEntry.key("invoices"), new TickEntry(tick, state, token, attempt, hash).text()));
	}

	/** Writes the record as a former leader left it. */
	void recorded(Map<String, String> notes) {
		Nonce nonce = new Nonce(0, 1);
		try (LeaseStore store = this.memory.open()) {
			Outcome.OfAcquire granted = store
				.acquire(List.of(new Acquire(KEY, "former", nonce, Duration.ofSeconds(15), LeaseStore.ABSENT, 0,
						Instant.EPOCH, Map.of())), Duration.ofSeconds(1))
				.get(0);
			store.release(List.of(new Release(KEY, nonce, ((Outcome.Granted) granted).token())), Duration.ofSeconds(1));
		}
		this.memory.writeCheckpoints(KEY, Checkpoints.of(1, notes));
	}

	/** Stops answers of the store to renewals until it is healed. */
	void breakStore() {
		this.store.poison(KEY, new IllegalStateException("down"));
	}

	/** Restores the answers, and waits for the first one. */
	void healStore() {
		this.store.heal(KEY);
		this.time.advance(Duration.ofSeconds(2));
	}

	TickStatus.@Nullable Last last() {
		return ticks().all().get(0).last();
	}

	/** Returns the job "invoices" without a context. */
	TickJob invoices(WallClock clock, Function<String, Duration> operationTimeout) throws NoSuchMethodException {
		return new TickJob(
				new TickJob.Description("default", "invoices", "job", "job", Job.class.getDeclaredMethod("run")),
				new CronMoments(List.of(HOURLY)), new TickPolicy(true, null, true, 3),
				new TickContext(clock, this.time.newScheduler(), operationTimeout, this.listener));
	}

	@FunctionalInterface
	interface Body {

		void run() throws InterruptedException;

	}

	static class Job {

		final List<Instant> runs = new CopyOnWriteArrayList<>();

		final List<String> threads = new ArrayList<>();

		volatile Body inside = () -> {
		};

		@Scheduled(cron = "0 0 * * * *", zone = "UTC")
		@OnLeader
		@OncePerTick(name = "invoices")
		void run() throws InterruptedException {
			this.threads.add(Thread.currentThread().getName());
			this.runs.add(Ticks.current().orElse(Instant.EPOCH));
			this.inside.run();
		}

	}

}
