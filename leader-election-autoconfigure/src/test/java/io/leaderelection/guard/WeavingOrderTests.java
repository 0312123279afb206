/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.Otherwise;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotNull;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.RetryConfiguration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.validation.annotation.Validated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests the position of the guard among other advice.
 */
class WeavingOrderTests {

	private final Queue<GuardOutcome> outcomes = new ConcurrentLinkedQueue<>();

	private final ApplicationContextRunner leading = observed(Contexts.leading());

	private final ApplicationContextRunner following = observed(Contexts.following());

	private ApplicationContextRunner observed(ApplicationContextRunner runner) {
		return runner.withBean(GuardObserver.class, () -> (election) -> this.outcomes::add);
	}

	/** Returns contexts with a bean around whose method all advice lies. */
	private static ApplicationContextRunner crowded(ApplicationContextRunner runner) {
		return runner.withUserConfiguration(Asynchronous.class, Resilient.class, Transactions.class, Caching.class)
			.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class, AopAutoConfiguration.class))
			.withBean(CrowdedJob.class);
	}

	@Test
	void skippedCallReachesNoValidationTransactionOrCache() {
		crowded(this.following).run((context) -> {
			assertThat(context.getBean(CrowdedJob.class).run(null).get()).isNull();
			assertThat(context.getBean(CountingTransactions.class).begun).hasValue(0);
			assertThat(context.getBean(CacheManager.class).getCache("values").get("key")).isNull();
		});
	}

	@Test
	void callIsValidatedCommittedAndCachedInsideTheGuard() {
		crowded(this.leading).run((context) -> {
			CrowdedJob job = context.getBean(CrowdedJob.class);
			assertThat(job.run(null)).failsWithin(Duration.ofSeconds(30))
				.withThrowableOfType(ExecutionException.class)
				.withCauseInstanceOf(ConstraintViolationException.class);
			assertThat(job.run("text").get()).isEqualTo("text");
			assertThat(context.getBean(CountingTransactions.class).committedUnderGuard).hasValue(1);
			assertThat(context.getBean(CacheManager.class).getCache("values").get("key")).isNotNull();
		});
	}

	@Test
	void liesInsideRetryable() {
		this.leading.withUserConfiguration(Resilient.class).withBean(RetriedJob.class).run((context) -> {
			RetriedJob job = context.getBean(RetriedJob.class);
			job.run();
			assertThat(job.tries()).isEqualTo(2);
		});
		this.following.withUserConfiguration(Resilient.class).withBean(RetriedJob.class).run((context) -> {
			assertThatExceptionOfType(Exception.class).isThrownBy(() -> context.getBean(RetriedJob.class).strict());
			assertThat(this.outcomes).filteredOn(GuardOutcome.REJECTED::equals).hasSize(3);
		});
	}

	@Test
	void liesInsideRetryableAtEachTryOfAPipeline() {
		this.leading.withUserConfiguration(Resilient.class).withBean(RetriedJob.class).run((context) -> {
			assertThat(context.getBean(RetriedJob.class).pipeline().block(Duration.ofSeconds(30))).isEqualTo(2);
			// The second attempt runs on another thread, which has just emitted its
			// value
			Awaitility.await()
				.untilAsserted(
						() -> assertThat(this.outcomes).containsExactly(GuardOutcome.EXECUTED, GuardOutcome.EXECUTED));
		});
	}

	@Test
	void liesAroundAllTriesOfSpringRetry() {
		this.leading.withUserConfiguration(SpringRetry.class).withBean(SpringRetriedJob.class).run((context) -> {
			SpringRetriedJob job = context.getBean(SpringRetriedJob.class);
			assertThat(job.run()).isEqualTo(2);
			assertThat(this.outcomes).containsExactly(GuardOutcome.EXECUTED);
		});
		this.following.withUserConfiguration(SpringRetry.class).withBean(SpringRetriedJob.class).run((context) -> {
			assertThatExceptionOfType(NotLeaderException.class)
				.isThrownBy(() -> context.getBean(SpringRetriedJob.class).strict());
			assertThat(this.outcomes).containsExactly(GuardOutcome.EXECUTED, GuardOutcome.REJECTED);
		});
	}

	@Validated
	static class CrowdedJob {

		@Async
		@Retryable(maxRetries = 1, delay = 0)
		@OnLeader
		@Transactional
		@Cacheable(cacheNames = "values", key = "'key'")
		public CompletableFuture<@Nullable String> run(@NotNull @Nullable String argument) {
			return CompletableFuture.completedFuture(argument);
		}

	}

	static class RetriedJob {

		private final AtomicInteger tries = new AtomicInteger();

		public int tries() {
			return this.tries.get();
		}

		@Retryable(maxRetries = 2, delay = 0)
		@OnLeader
		public void run() {
			if (this.tries.incrementAndGet() < 2) {
				throw new IllegalStateException("try again");
			}
		}

		@Retryable(maxRetries = 2, delay = 0)
		@OnLeader(otherwise = Otherwise.THROW)
		public void strict() {
		}

		@Retryable(maxRetries = 2, delay = 1)
		@OnLeader
		public Mono<Integer> pipeline() {
			int tries = this.tries.incrementAndGet();
			return (tries < 2) ? Mono.error(new IllegalStateException("try again")) : Mono.just(tries);
		}

	}

	static class SpringRetriedJob {

		private final AtomicInteger tries = new AtomicInteger();

		@org.springframework.retry.annotation.Retryable(backoff = @Backoff(0))
		@OnLeader
		public int run() {
			int tries = this.tries.incrementAndGet();
			if (tries < 2) {
				throw new IllegalStateException("try again");
			}
			return tries;
		}

		@org.springframework.retry.annotation.Retryable(backoff = @Backoff(0))
		@OnLeader(otherwise = Otherwise.THROW)
		public void strict() {
		}

	}

	/** As {@code @EnableRetry}, which registers AspectJ's auto-proxy creator. */
	@Configuration(proxyBeanMethods = false)
	@Import(RetryConfiguration.class)
	static class SpringRetry {

		@Bean
		static DefaultAdvisorAutoProxyCreator autoProxyCreator() {
			DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
			creator.setProxyTargetClass(true);
			creator.setOrder(Ordered.HIGHEST_PRECEDENCE);
			return creator;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true)
	static class Transactions {

		@Bean
		PlatformTransactionManager transactionManager() {
			return new CountingTransactions();
		}

	}

	@SuppressWarnings("serial")
	static class CountingTransactions extends AbstractPlatformTransactionManager {

		final AtomicInteger begun = new AtomicInteger();

		final AtomicInteger committedUnderGuard = new AtomicInteger();

		@Override
		protected Object doGetTransaction() {
			return new Object();
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			this.begun.incrementAndGet();
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			if (Leadership.findCurrent().isPresent()) {
				this.committedUnderGuard.incrementAndGet();
			}
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching(proxyTargetClass = true)
	static class Caching {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync(proxyTargetClass = true)
	static class Asynchronous {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableResilientMethods(proxyTargetClass = true)
	static class Resilient {

	}

}
