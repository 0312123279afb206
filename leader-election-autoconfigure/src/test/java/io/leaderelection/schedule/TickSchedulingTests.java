/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.leaderelection.ElectionState;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.work.tick.TickEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.test.util.AopTestUtils;
import org.springframework.util.ErrorHandler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for jobs on Spring's schedulers, in manual time: calls that come late, twice or
 * never.
 */
@Timeout(40)
class TickSchedulingTests extends TickHarness {

	private ApplicationContextRunner onOneThread(Class<?> job) {
		return this.runner.withBean(job)
			.withUserConfiguration(Scheduling.class)
			.withBean("taskScheduler", TaskScheduler.class, ThreadPoolTaskScheduler::new);
	}

	/** Occupies the only thread of the scheduler until the latch is open. */
	private static CountDownLatch occupy(AssertableApplicationContext context) throws InterruptedException {
		CountDownLatch inside = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		context.getBean(ThreadPoolTaskScheduler.class).execute(() -> {
			inside.countDown();
			try {
				end.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		inside.await();
		return end;
	}

	/** Returns when all tasks submitted to the scheduler before have run. */
	private void settle(AssertableApplicationContext context) {
		var marker = context.getBean(ThreadPoolTaskScheduler.class).submit(() -> {
		});
		until(marker::isDone);
	}

	@Test
	void runByHandThatTheGuardRefusesIsForgotten() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(onOneThread(Job.class), (context) -> {
			Job job = context.getBean(Job.class);
			Ticks ticks = context.getBean(Ticks.class);
			CountDownLatch end = occupy(context);
			ticks.runNow("invoices");
			// The clocks differ now, so the term must be confirmed before anything runs
			this.time.wallClock().advance(Duration.ofSeconds(5));
			assertThat(election(context).isLeader()).isFalse();
			end.countDown();
			settle(context);
			assertThat(runs(job)).isEmpty();
			this.time.advance(Duration.ofSeconds(1));
			assertThat(election(context).isLeader()).isTrue();
			assertThat(election(context).status().state()).isEqualTo(ElectionState.LEADER);
			advanceTo(NOON);
			call(job::run);
			assertThat(runs(job)).containsExactly(NOON);
			AopTestUtils.<Job>getTargetObject(job).runs.clear();
			ticks.runNow("invoices");
			until(() -> !runs(job).isEmpty());
		});
	}

	@Test
	void tickOfAnUnconfirmedTermIsRunOnce() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(onOneThread(Job.class), (context) -> {
			Job job = context.getBean(Job.class);
			CountDownLatch end = occupy(context);
			advanceTo(NOON.plusSeconds(2));
			this.time.wallClock().advance(Duration.ofSeconds(5));
			assertThat(election(context).isLeader()).isFalse();
			end.countDown();
			settle(context);
			assertThat(runs(job)).isEmpty();
			this.time.advance(Duration.ofSeconds(2));
			until(() -> !runs(job).isEmpty());
			this.time.advance(Duration.ofSeconds(5));
			settle(context);
			assertThat(runs(job)).containsExactly(NOON);
			assertThat(this.outcomes).containsExactly("invoices RUN 1");
		});
	}

	@Test
	void beginningThatIsNotWrittenIsRepeatedOnTheScheduler() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(onOneThread(Job.class), (context) -> {
			Job job = context.getBean(Job.class);
			long token = election(context).leadership().orElseThrow().fencingToken();
			advanceTo(NOON.minusMillis(100));
			breakStore();
			advanceTo(NOON.plusSeconds(6));
			assertThat(runs(job)).isEmpty();
			healStore();
			assertThat(election(context).leadership().orElseThrow().fencingToken()).isEqualTo(token);
			until(() -> !runs(job).isEmpty());
			assertThat(this.outcomes).containsExactly("invoices RUN 1");
			until(() -> last(context).state() == TickStatus.State.FINISHED);
			assertThat(runs(job)).containsExactly(NOON);
		});
	}

	@Test
	void missedTickOfAnAsyncMethodRunsOnItsExecutor() {
		recorded(NOON.minus(HOUR.multipliedBy(3)), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withBean(AsyncJob.class).withUserConfiguration(Scheduling.class, Asynchrony.class),
				(context) -> {
					AsyncJob job = AopTestUtils.getTargetObject(context.getBean(AsyncJob.class));
					this.time.advance(Duration.ofSeconds(2));
					until(() -> !job.threads.isEmpty());
					until(() -> last(context).state() == TickStatus.State.FINISHED);
					assertThat(this.outcomes).contains("invoices CAUGHT_UP 1");
					// The scheduler's call returns long before the method is called
					until(() -> !context.getBean(Ticks.class).all().get(0).running());
					context.getBean(Ticks.class).runNow("invoices");
					until(() -> job.threads.size() > 1);
					assertThat(job.threads).hasSize(2).allMatch((name) -> name.startsWith("async-"));
				});
	}

	@Test
	void missedTickRunsOnTheSchedulerThatItsMethodNames() {
		recorded(NOON.minus(HOUR.multipliedBy(3)), TickEntry.State.FINISHED, 1, 1);
		List<Throwable> handled = new CopyOnWriteArrayList<>();
		leading(this.runner.withBean(ElsewhereJob.class)
			.withUserConfiguration(Scheduling.class)
			.withBean("taskScheduler", TaskScheduler.class, ThreadPoolTaskScheduler::new)
			.withBean("special", TaskScheduler.class, () -> special(handled::add)), (context) -> {
				ElsewhereJob job = AopTestUtils.getTargetObject(context.getBean(ElsewhereJob.class));
				this.time.advance(Duration.ofSeconds(2));
				until(() -> !handled.isEmpty());
				assertThat(job.threads).hasSize(1).allMatch((name) -> name.startsWith("special-"));
				assertThat(handled).singleElement().extracting(Throwable::getMessage).isEqualTo("no paper");
				assertThat(last(context)).extracting(TickStatus.Last::tick, TickStatus.Last::state)
					.containsExactly(NOON.minus(HOUR), TickStatus.State.FINISHED);
			});
	}

	private static ThreadPoolTaskScheduler special(ErrorHandler handler) {
		ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
		scheduler.setThreadNamePrefix("special-");
		scheduler.setErrorHandler(handler);
		return scheduler;
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class Asynchrony {

		@Bean
		TaskExecutor taskExecutor() {
			return new SimpleAsyncTaskExecutor("async-");
		}

	}

	static class AsyncJob {

		final List<String> threads = new CopyOnWriteArrayList<>();

		@Async
		@Scheduled(cron = "0 0 * * * *", zone = "UTC")
		@OnLeader
		@OncePerTick(name = "invoices")
		void run() {
			this.threads.add(Thread.currentThread().getName());
		}

	}

	static class ElsewhereJob {

		final List<String> threads = new CopyOnWriteArrayList<>();

		@Scheduled(cron = "0 0 * * * *", zone = "UTC", scheduler = "special")
		@OnLeader
		@OncePerTick(name = "invoices")
		void run() {
			this.threads.add(Thread.currentThread().getName());
			throw new IllegalStateException("no paper");
		}

	}

}
