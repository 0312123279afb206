/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.OnLoss;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.testkit.StoreFault;
import io.leaderelection.testkit.StoreOperation;
import io.leaderelection.time.WallClock;
import io.leaderelection.work.EnteredCall;
import io.leaderelection.work.GuardedElection;
import io.leaderelection.work.tick.TickEntry;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for jobs whose store answers late or not at all.
 */
class TickFaultTests extends TickHarness {

	/** The default value. */
	private static final Duration OPERATION_TIMEOUT = Duration.ofSeconds(3);

	@Test
	void callWaitsForItsFinishForOneOperationTimeoutAtMost() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(Job.class, (job, its) -> {
			advanceTo(NOON);
			its.inside = this::breakStore;
			CompletableFuture<Void> call = begin(job::run);
			until(() -> !its.runs.isEmpty());
			settle();
			this.time.advance(OPERATION_TIMEOUT.minusMillis(1));
			assertThat(call).isNotDone();
			this.time.advance(Duration.ofMillis(1));
			until(call::isDone);
			healStore();
			assertThat(last().state()).isEqualTo(TickStatus.State.FINISHED);
			call(job::run);
			assertThat(its.runs).hasSize(1);
		});
	}

	@Test
	void beginningThatIsNotWrittenIsRepeatedUntilItIs() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(Job.class, (job, its) -> {
			advanceTo(NOON);
			breakStore();
			CompletableFuture<Void> call = begin(job::run);
			settle();
			this.time.advance(Duration.ofSeconds(6));
			assertThat(its.runs).isEmpty();
			healStore();
			until(call::isDone);
			assertThat(its.runs).containsExactly(NOON);
			assertThat(this.outcomes).containsExactly("invoices RUN 1");
		});
	}

	@Test
	void beginningWhoseAnswerIsLostIsRunOnce() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(Job.class, (job, its) -> {
			advanceTo(NOON);
			this.store.inject(StoreOperation.RENEW, StoreFault.failAfter(new IllegalStateException("lost")));
			CompletableFuture<Void> call = begin(job::run);
			settle();
			this.time.advance(Duration.ofSeconds(2));
			until(call::isDone);
			assertThat(its.runs).containsExactly(NOON);
		});
	}

	@Test
	void tickTooLateWhenItsBeginningIsWrittenIsSkipped() {
		recorded(NOON.minus(HOUR.multipliedBy(2)), TickEntry.State.FINISHED, 1, 1);
		leading(HastyJob.class, (job, its) -> {
			breakStore();
			CompletableFuture<Void> call = begin(job::run);
			settle();
			this.time.advance(Duration.ofSeconds(6));
			healStore();
			until(call::isDone);
			assertThat(its.runs).isEmpty();
			assertThat(last()).extracting(TickStatus.Last::tick, TickStatus.Last::state)
				.containsExactly(NOON.minus(HOUR), TickStatus.State.NOTED);
			assertThat(this.outcomes).containsExactly("invoices MISSED 1");
		});
	}

	@Test
	void leaderFrozenAfterItsBeginningRunsNothing() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		AtomicInteger readings = new AtomicInteger(Integer.MIN_VALUE);
		WallClock clock = () -> {
			// The first reading finds the tick, the second follows when its beginning is
			// confirmed
			if (readings.incrementAndGet() == 2) {
				this.time.ticker().advance(Duration.ofMinutes(1));
				this.time.wallClock().advance(Duration.ofMinutes(1));
			}
			return this.time.wallClock().millis();
		};
		leading(Job.class, (job, its) -> {
			TickJob tick = invoices(clock, (election) -> OPERATION_TIMEOUT);
			advanceTo(NOON);
			readings.set(0);
			CompletableFuture<Void> call = begin(() -> {
				EnteredCall entered = GuardedElection.of(election()).tryEnter(OnLoss.INTERRUPT);
				assertThat(tick.admit(entered.leadership())).isNull();
				entered.close();
			});
			until(call::isDone);
			assertThat(call).isCompleted();
			assertThat(readings).hasValueGreaterThan(1);
			assertThat(its.runs).isEmpty();
			assertThat(this.outcomes).isEmpty();
		});
	}

	@Test
	void maxDurationCountsTheMethodAlone() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(ShortJob.class, (job, its) -> {
			its.inside = this::breakStore;
			long token = election().leadership().orElseThrow().fencingToken();
			advanceTo(NOON);
			breakStore();
			CompletableFuture<Void> call = begin(job::run);
			settle();
			this.time.advance(Duration.ofSeconds(4));
			assertThat(its.runs).isEmpty();
			healStore();
			until(() -> !its.runs.isEmpty());
			settle();
			this.time.advance(OPERATION_TIMEOUT.plusMillis(100));
			healStore();
			until(call::isDone);
			assertThat(call).isCompleted();
			assertThat(election().leadership().orElseThrow().fencingToken()).isEqualTo(token);
			assertThat(last().state()).isEqualTo(TickStatus.State.FINISHED);
		});
	}

	static class HastyJob extends Job {

		@Override
		@Scheduled(cron = "0 0 * * * *", zone = "UTC")
		@OnLeader
		@OncePerTick(name = "invoices", maxLateness = "3005s")
		void run() throws InterruptedException {
			super.run();
		}

	}

	static class ShortJob extends Job {

		@Override
		@Scheduled(cron = "0 0 * * * *", zone = "UTC")
		@OnLeader(maxDuration = "3s")
		@OncePerTick(name = "invoices")
		void run() throws InterruptedException {
			super.run();
		}

	}

}
