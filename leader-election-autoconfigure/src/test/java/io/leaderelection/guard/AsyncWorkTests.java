/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.NotLeaderException;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.Otherwise;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.aop.interceptor.AsyncUncaughtExceptionHandler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for guarded asynchronous methods: the guard is entered on the thread that runs
 * the method.
 */
class AsyncWorkTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final SteppedElection stepped = new SteppedElection();

	private void leading(SteppedElection.Work<Job> work) {
		this.stepped.leading((runner) -> runner.withUserConfiguration(Asynchronous.class).withBean(Job.class),
				(context) -> {
					Job job = context.getBean(Job.class);
					work.run(job, AopTestUtils.getUltimateTargetObject(job));
				});
	}

	@Test
	void handoverWaitsForTheThread() {
		leading((job, its) -> {
			job.block();
			its.entered.await();
			assertThat(its.token).isEqualTo(this.stepped.election().leadership().orElseThrow().fencingToken());
			assertThat(its.thread).startsWith("work-");
			CompletableFuture<Void> handover = this.stepped.stepDown();
			assertThat(handover).isNotDone();
			its.open.countDown();
			its.left.await();
			awaitDone(handover);
		});
	}

	@Test
	void lossInterruptsTheThreadAndNotifiesTheHandler() {
		this.stepped.leading((runner) -> runner.withUserConfiguration(Asynchronous.class).withBean(Job.class),
				(context) -> {
					Job job = context.getBean(Job.class);
					Job its = AopTestUtils.getUltimateTargetObject(job);
					job.block();
					its.entered.await();
					this.stepped.lose();
					assertThat(context.getBean(Asynchronous.class).uncaught.get(30, TimeUnit.SECONDS))
						.isInstanceOf(LeadershipLostException.class);
				});
	}

	@Test
	void handoverWaitsForTheFutureThatTheMethodReturned() {
		leading((job, its) -> {
			CompletableFuture<String> result = job.composed();
			its.entered.await();
			CompletableFuture<Void> handover = this.stepped.stepDown();
			assertThat(handover).isNotDone();
			its.work.complete("done");
			assertThat(result).succeedsWithin(PATIENCE).isEqualTo("done");
			awaitDone(handover);
		});
	}

	@Test
	void lossCancelsTheFutureAndReachesTheCaller() {
		leading((job, its) -> {
			CompletableFuture<String> result = job.composed();
			its.entered.await();
			this.stepped.lose();
			assertThat(result).failsWithin(PATIENCE)
				.withThrowableOfType(ExecutionException.class)
				.withCauseInstanceOf(LeadershipLostException.class);
			assertThat(its.work).isCompletedExceptionally();
		});
	}

	@Test
	void queuedCallIsNotGuardedYet() {
		leading((job, its) -> {
			job.block();
			its.entered.await();
			CompletableFuture<String> second = job.composed();
			CompletableFuture<String> strict = job.strict();
			this.stepped.stepDown();
			its.open.countDown();
			assertThat(second).as("skipped when it was run").succeedsWithin(PATIENCE).isNull();
			assertThat(its.work).isNotDone();
			assertThat(strict).failsWithin(PATIENCE)
				.withThrowableOfType(ExecutionException.class)
				.withCauseInstanceOf(NotLeaderException.class);
		});
	}

	private void awaitDone(CompletableFuture<Void> handover) {
		Awaitility.await().untilAsserted(() -> {
			this.stepped.runDue();
			assertThat(handover).isCompleted();
		});
	}

	static class Job {

		final CountDownLatch entered = new CountDownLatch(1);

		final CountDownLatch open = new CountDownLatch(1);

		final CountDownLatch left = new CountDownLatch(1);

		final CompletableFuture<String> work = new CompletableFuture<>();

		volatile long token;

		volatile @Nullable String thread;

		@Async
		@OnLeader
		void block() {
			this.token = Leadership.current().fencingToken();
			this.thread = Thread.currentThread().getName();
			this.entered.countDown();
			try {
				this.open.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException("interrupted", ex);
			}
			finally {
				this.left.countDown();
			}
		}

		@Async
		@OnLeader
		CompletableFuture<String> composed() {
			this.entered.countDown();
			return this.work;
		}

		@Async
		@OnLeader(otherwise = Otherwise.THROW)
		CompletableFuture<String> strict() {
			return this.work;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync(proxyTargetClass = true)
	static class Asynchronous implements AsyncConfigurer {

		final CompletableFuture<Throwable> uncaught = new CompletableFuture<>();

		@Bean
		ThreadPoolTaskExecutor taskExecutor() {
			ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
			executor.setThreadNamePrefix("work-");
			executor.setCorePoolSize(1);
			executor.setMaxPoolSize(1);
			executor.setDaemon(true);
			return executor;
		}

		@Override
		public AsyncUncaughtExceptionHandler getAsyncUncaughtExceptionHandler() {
			return (ex, method, arguments) -> this.uncaught.complete(ex);
		}

	}

}
