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
import io.leaderelection.guard.Contexts;
import io.leaderelection.work.tick.TickEntry;
import org.junit.jupiter.api.Test;

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
import org.springframework.util.ErrorHandler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for jobs on Spring's schedulers, in manual time: calls that come late, twice or
 * never.
 */
class TickSchedulingTests extends TickHarness {

	private final ApplicationContextRunner onOneThread = this.runner.withUserConfiguration(Contexts.Scheduling.class)
		.withBean("taskScheduler", TaskScheduler.class, ThreadPoolTaskScheduler::new);

	private ThreadPoolTaskScheduler scheduler() {
		return bean(ThreadPoolTaskScheduler.class);
	}

	/** Occupies the only thread of the scheduler until the latch is open. */
	private CountDownLatch occupy() throws InterruptedException {
		CountDownLatch inside = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		scheduler().execute(() -> {
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
	private void awaitScheduler() {
		var marker = scheduler().submit(() -> {
		});
		until(marker::isDone);
	}

	@Test
	void runByHandThatTheGuardRefusesIsForgotten() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.onOneThread, Job.class, (job, its) -> {
			CountDownLatch end = occupy();
			ticks().runNow("invoices");
			// The clocks differ now, so the term must be confirmed before anything runs
			this.time.wallClock().advance(Duration.ofSeconds(5));
			assertThat(election().isLeader()).isFalse();
			end.countDown();
			awaitScheduler();
			assertThat(its.runs).isEmpty();
			this.time.advance(Duration.ofSeconds(1));
			assertThat(election().isLeader()).isTrue();
			assertThat(election().status().state()).isEqualTo(ElectionState.LEADER);
			advanceTo(NOON);
			call(job::run);
			assertThat(its.runs).containsExactly(NOON);
			its.runs.clear();
			ticks().runNow("invoices");
			until(() -> !its.runs.isEmpty());
		});
	}

	@Test
	void tickOfAnUnconfirmedTermIsRunOnce() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.onOneThread, Job.class, (job, its) -> {
			CountDownLatch end = occupy();
			advanceTo(NOON.plusSeconds(2));
			this.time.wallClock().advance(Duration.ofSeconds(5));
			assertThat(election().isLeader()).isFalse();
			end.countDown();
			awaitScheduler();
			assertThat(its.runs).isEmpty();
			this.time.advance(Duration.ofSeconds(2));
			until(() -> !its.runs.isEmpty());
			this.time.advance(Duration.ofSeconds(5));
			awaitScheduler();
			assertThat(its.runs).containsExactly(NOON);
			assertThat(this.outcomes).containsExactly("invoices RUN 1");
		});
	}

	@Test
	void missedTickOfAnAsyncMethodRunsOnItsExecutor() {
		recorded(NOON.minus(HOUR.multipliedBy(3)), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withUserConfiguration(Contexts.Scheduling.class, Asynchrony.class), AsyncJob.class,
				(job, its) -> {
					this.time.advance(Duration.ofSeconds(2));
					until(() -> !its.threads.isEmpty());
					until(() -> last().state() == TickStatus.State.FINISHED);
					assertThat(this.outcomes).contains("invoices CAUGHT_UP 1");
					// The scheduler's call returns long before the method is called
					until(() -> !ticks().all().get(0).running());
					ticks().runNow("invoices");
					until(() -> its.threads.size() > 1);
					assertThat(its.threads).hasSize(2).allMatch((name) -> name.startsWith("async-"));
				});
	}

	@Test
	void missedTickRunsOnTheSchedulerThatItsMethodNames() {
		recorded(NOON.minus(HOUR.multipliedBy(3)), TickEntry.State.FINISHED, 1, 1);
		List<Throwable> handled = new CopyOnWriteArrayList<>();
		leading(this.onOneThread.withBean("special", TaskScheduler.class, () -> special(handled::add)),
				ElsewhereJob.class, (job, its) -> {
					this.time.advance(Duration.ofSeconds(2));
					until(() -> !handled.isEmpty());
					assertThat(its.threads).hasSize(1).allMatch((name) -> name.startsWith("special-"));
					assertThat(handled).singleElement().extracting(Throwable::getMessage).isEqualTo("no paper");
					assertThat(last()).extracting(TickStatus.Last::tick, TickStatus.Last::state)
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
