/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.OnLoss;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.testkit.StoreFault;
import io.leaderelection.testkit.StoreOperation;
import io.leaderelection.time.WallClock;
import io.leaderelection.work.DetachableCall;
import io.leaderelection.work.GuardedElection;
import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for jobs whose store answers late or not at all.
 */
@Timeout(40)
class TickFaultTests extends TickHarness {

	/** The default value. */
	private static final Duration OPERATION_TIMEOUT = Duration.ofSeconds(3);

	@Test
	void callWaitsForItsFinishForOneOperationTimeoutAtMost() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withBean(Job.class), (context) -> {
			Job job = context.getBean(Job.class);
			advanceTo(NOON);
			AopTestUtils.<Job>getTargetObject(job).inside = this::breakStore;
			CompletableFuture<Void> call = begin(job::run);
			until(() -> !runs(job).isEmpty());
			settle();
			this.time.advance(OPERATION_TIMEOUT.minusMillis(1));
			assertThat(call).isNotDone();
			this.time.advance(Duration.ofMillis(1));
			until(call::isDone);
			healStore();
			assertThat(last(context).state()).isEqualTo(TickStatus.State.FINISHED);
			call(job::run);
			assertThat(runs(job)).hasSize(1);
		});
	}

	@Test
	void beginningThatIsNotWrittenIsRepeatedUntilItIs() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withBean(Job.class), (context) -> {
			Job job = context.getBean(Job.class);
			advanceTo(NOON);
			breakStore();
			CompletableFuture<Void> call = begin(job::run);
			settle();
			this.time.advance(Duration.ofSeconds(6));
			assertThat(runs(job)).isEmpty();
			healStore();
			until(call::isDone);
			assertThat(runs(job)).containsExactly(NOON);
			assertThat(this.outcomes).containsExactly("invoices RUN 1");
		});
	}

	@Test
	void beginningWhoseAnswerIsLostIsRunOnce() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withBean(Job.class), (context) -> {
			Job job = context.getBean(Job.class);
			advanceTo(NOON);
			this.store.inject(StoreOperation.RENEW, StoreFault.failAfter(new IllegalStateException("lost")));
			CompletableFuture<Void> call = begin(job::run);
			settle();
			this.time.advance(Duration.ofSeconds(2));
			until(call::isDone);
			assertThat(runs(job)).containsExactly(NOON);
		});
	}

	@Test
	void tickTooLateWhenItsBeginningIsWrittenIsSkipped() {
		recorded(NOON.minus(HOUR.multipliedBy(2)), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withBean(HastyJob.class), (context) -> {
			HastyJob job = context.getBean(HastyJob.class);
			HastyJob target = AopTestUtils.getTargetObject(job);
			breakStore();
			CompletableFuture<Void> call = begin(job::run);
			settle();
			this.time.advance(Duration.ofSeconds(6));
			healStore();
			until(call::isDone);
			assertThat(target.runs).isZero();
			assertThat(last(context)).extracting(TickStatus.Last::tick, TickStatus.Last::state)
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
		leading(this.runner.withBean(Job.class), (context) -> {
			Job job = context.getBean(Job.class);
			TickJob tick = new TickJob(
					new TickJob.Description("default", "invoices", "job", "job", Job.class.getDeclaredMethod("run")),
					new CronMoments(List.of(hourly())), new TickPolicy(true, null, true, 3),
					new TickContext(clock, this.time.newScheduler(), (election) -> OPERATION_TIMEOUT, this.listener));
			advanceTo(NOON);
			readings.set(0);
			CompletableFuture<Void> call = begin(() -> {
				DetachableCall entered = GuardedElection.of(election(context)).tryEnter(OnLoss.INTERRUPT);
				assertThat(tick.admit(entered.leadership())).isNull();
				entered.close();
			});
			until(call::isDone);
			assertThat(call).isCompleted();
			assertThat(readings).hasValueGreaterThan(1);
			assertThat(runs(job)).isEmpty();
			assertThat(this.outcomes).isEmpty();
		});
	}

	@Test
	void maxDurationCountsTheMethodAlone() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withBean(ShortJob.class), (context) -> {
			ShortJob job = context.getBean(ShortJob.class);
			ShortJob target = AopTestUtils.getTargetObject(job);
			target.inside = this::breakStore;
			long token = election(context).leadership().orElseThrow().fencingToken();
			advanceTo(NOON);
			breakStore();
			CompletableFuture<Void> call = begin(job::run);
			settle();
			this.time.advance(Duration.ofSeconds(4));
			assertThat(target.runs).isZero();
			healStore();
			until(() -> target.runs > 0);
			settle();
			this.time.advance(OPERATION_TIMEOUT.plusMillis(100));
			healStore();
			until(call::isDone);
			assertThat(call).isCompleted();
			assertThat(election(context).leadership().orElseThrow().fencingToken()).isEqualTo(token);
			assertThat(last(context).state()).isEqualTo(TickStatus.State.FINISHED);
		});
	}

	static class HastyJob {

		volatile int runs;

		@Scheduled(cron = "0 0 * * * *", zone = "UTC")
		@OnLeader
		@OncePerTick(name = "invoices", maxLateness = "3005s")
		void run() {
			this.runs++;
		}

	}

	static class ShortJob {

		volatile int runs;

		volatile Runnable inside = () -> {
		};

		@Scheduled(cron = "0 0 * * * *", zone = "UTC")
		@OnLeader(maxDuration = "3s")
		@OncePerTick(name = "invoices")
		void run() {
			this.inside.run();
			this.runs++;
		}

	}

}
