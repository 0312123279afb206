/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

import io.leaderelection.LeaderElection;
import io.leaderelection.annotation.OnEveryInstance;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.guard.base.ScheduledElsewhere;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests which methods {@code guard-scheduled} guards, and what it logs.
 */
@ExtendWith(OutputCaptureExtension.class)
class GuardScheduledTests {

	private static final AtomicInteger RUNS = new AtomicInteger();

	private final ApplicationContextRunner following = guarding(Contexts.following());

	@BeforeEach
	void begin() {
		reset();
	}

	private static void reset() {
		RUNS.set(0);
	}

	private static ApplicationContextRunner guarding(ApplicationContextRunner runner) {
		return runner.withPropertyValues("leader-election.guard-scheduled=leader")
			.withInitializer((context) -> AutoConfigurationPackages.register(
					(BeanDefinitionRegistry) context.getBeanFactory(), GuardScheduledTests.class.getPackageName()));
	}

	@ParameterizedTest
	@DeclaredJobs("""
			@Scheduled(fixedDelay = Long.MAX_VALUE) void run() { GuardScheduledTests.ran(); } | 0
			@Scheduled(cron = "@daily") @Scheduled(fixedDelay = Long.MAX_VALUE) void run() { GuardScheduledTests.ran(); } | 0
			@Scheduled(initialDelay = Long.MAX_VALUE) @Scheduled(fixedDelay = Long.MAX_VALUE) void run() { GuardScheduledTests.ran(); } | 0
			@Scheduled(initialDelay = Long.MAX_VALUE) @OnLeader void run() { GuardScheduledTests.ran(); } | 0
			@GuardScheduledTests.Nightly void run() { GuardScheduledTests.ran(); } | 0
			@OnEveryInstance class Job { @Scheduled(cron = "@daily") @OnLeader void run() { GuardScheduledTests.ran(); } } | 0
			@OnLeader class Job { @Scheduled(cron = "@daily") void run() { GuardScheduledTests.ran(); } } | 0
			void run() { GuardScheduledTests.ran(); } | 1
			@Scheduled(cron = "@daily") @OnEveryInstance void run() { GuardScheduledTests.ran(); } | 1
			@OnEveryInstance class Job { @Scheduled(cron = "@daily") void run() { GuardScheduledTests.ran(); } } | 1
			@OnLeader class Job { @Scheduled(cron = "@daily") @OnEveryInstance void run() { GuardScheduledTests.ran(); } } | 1
			class Job extends GuardScheduledTests.Exempt { @Override void everywhere() { super.everywhere(); } void run() { everywhere(); } } | 1
			""")
	void methodRunsOnFollowersIfNotGuarded(Class<?> job, int runs) {
		this.following.withBean("job", job).run((context) -> assertRuns(context, runs));
		guarding(Contexts.leading()).withBean("job", job).run((context) -> assertRuns(context, 1));
	}

	@Test
	void exemptionFromOnLeaderOfTheTypeNeedsNoProperty() {
		Class<?> job = Declared.job("@OnLeader class Job { @Scheduled(cron = \"@daily\") @OnEveryInstance "
				+ "void run() { GuardScheduledTests.ran(); } }");
		Contexts.following().withBean("job", job).run((context) -> assertRuns(context, 1));
	}

	private static void assertRuns(AssertableApplicationContext context, int runs) {
		assertThat(context).hasNotFailed();
		reset();
		Contexts.call(context.getBean("job"));
		assertThat(RUNS).hasValue(runs);
	}

	static void ran() {
		RUNS.incrementAndGet();
	}

	@Test
	void nothingIsGuardedByDefault() {
		this.following.withPropertyValues("leader-election.guard-scheduled=none")
			.withBean("job", Job.class)
			.run((context) -> assertRuns(context, 1));
		Contexts.following().withBean(Job.class).run((context) -> {
			assertThat(AopUtils.isAopProxy(context.getBean(Job.class))).isFalse();
			assertThat(Contexts.elections(context).all()).extracting(LeaderElection::name).containsExactly("default");
		});
	}

	@Test
	void schedulerCallsExemptMethodsOnly() {
		this.following.withUserConfiguration(Scheduling.class).withBean(Frequent.class).run((context) -> {
			Frequent job = context.getBean(Frequent.class);
			Awaitility.await().until(() -> job.total() > 3);
			assertThat(job.led()).isZero();
		});
		guarding(Contexts.leading()).withUserConfiguration(Scheduling.class)
			.withBean(Frequent.class)
			.run((context) -> Awaitility.await().until(() -> context.getBean(Frequent.class).led() > 3));
	}

	@Test
	void electionIsTheDefaultOne() {
		this.following.withPropertyValues("leader-election.default-election=jobs")
			.withBean(Job.class)
			.run((context) -> assertThat(Contexts.elections(context).all()).extracting(LeaderElection::name)
				.containsExactly("jobs"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "@Scheduled(cron = \"@daily\") @OnLeader(\"billing\") void run() { }",
			"@OnLeader(\"billing\") class Job { @Scheduled(cron = \"@daily\") void run() { } }" })
	void onLeaderTakesPrecedence(String declaration) {
		this.following.withBean(Declared.job(declaration))
			.run((context) -> assertThat(Contexts.elections(context).all()).extracting(LeaderElection::name)
				.containsExactly("billing"));
	}

	@Test
	void futuresAndReactiveTypesAreGuarded() {
		this.following.withBean(Returning.class).run((context) -> {
			Returning job = context.getBean(Returning.class);
			assertThat(job.future()).isCompletedWithValue(null);
			assertThat(job.mono().block()).isNull();
			assertThat(RUNS).hasValue(0);
		});
		guarding(Contexts.leading()).withBean(Returning.class).run((context) -> {
			context.getBean(Returning.class).future().join();
			context.getBean(Returning.class).mono().block();
			assertThat(RUNS).hasValue(2);
		});
	}

	@Test
	void proxyIsGuarded() {
		this.following.withBean(Job.class, () -> {
			ProxyFactory factory = new ProxyFactory(new Job());
			factory.setProxyTargetClass(true);
			return (Job) factory.getProxy();
		}).run((context) -> {
			assertThat(context).hasNotFailed();
			context.getBean(Job.class).run();
			assertThat(RUNS).hasValue(0);
		});
	}

	@Test
	void beanOfAnotherPackageIsNotGuarded(CapturedOutput output) {
		Contexts.following()
			.withPropertyValues("leader-election.guard-scheduled=leader")
			.withInitializer((context) -> AutoConfigurationPackages
				.register((BeanDefinitionRegistry) context.getBeanFactory(), "io.leaderelection.guards", "com.example"))
			.withBean(Job.class)
			.withBean(ScheduledElsewhere.class)
			.run((context) -> {
				context.getBean(Job.class).run();
				assertThat(RUNS).hasValue(1);
				assertThat(output).contains("guard-scheduled is leader, but guards nothing")
					.containsPattern("WARN .* not in the packages \\[io.leaderelection.guards, com.example]: \\["
							+ Pattern.quote(Job.class.getName()) + ".run\\(\\), ")
					.contains("@AutoConfigurationPackage(basePackages = ...)")
					.doesNotContain("run on every instance: [");
			});
	}

	@Test
	void subpackagesAreGuarded() {
		this.following.withBean(ScheduledElsewhere.class).run((context) -> {
			context.getBean(ScheduledElsewhere.class).run();
			assertThat(ScheduledElsewhere.RUNS).hasValue(0);
		});
	}

	@Test
	void startupLogsGuardedMethods(CapturedOutput output) {
		this.following.withBean(Exempt.class)
			.withBean(Annotated.class)
			.run((context) -> assertThat(output)
				.contains("guard-scheduled is leader: run on the leader of election 'default' only: ["
						+ Exempt.class.getName() + ".onLeader()]")
				.contains("guard-scheduled is leader: run on every instance: [" + Exempt.class.getName()
						+ ".everywhere() (@OnEveryInstance)]")
				.doesNotContain("Annotated.run()"));
	}

	static class Job {

		@Scheduled(fixedDelay = Long.MAX_VALUE)
		void run() {
			RUNS.incrementAndGet();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class Scheduling {

	}

	static class Frequent {

		private final AtomicInteger led = new AtomicInteger();

		private final AtomicInteger total = new AtomicInteger();

		int led() {
			return this.led.get();
		}

		int total() {
			return this.total.get();
		}

		@Scheduled(fixedDelay = 1)
		void onLeader() {
			this.led.incrementAndGet();
		}

		@Scheduled(fixedDelay = 1)
		@OnEveryInstance
		void everywhere() {
			this.total.incrementAndGet();
		}

	}

	static class Annotated {

		@Scheduled(cron = "@daily")
		@OnLeader("billing")
		void run() {
		}

	}

	@Scheduled(cron = "@daily")
	@Retention(RetentionPolicy.RUNTIME)
	@interface Nightly {

	}

	static class Returning {

		@Scheduled(cron = "@daily")
		CompletableFuture<String> future() {
			RUNS.incrementAndGet();
			return CompletableFuture.completedFuture("done");
		}

		@Scheduled(fixedDelay = Long.MAX_VALUE)
		Mono<String> mono() {
			return Mono.fromCallable(() -> "done").doOnNext((done) -> RUNS.incrementAndGet());
		}

	}

	static class Exempt {

		@Scheduled(cron = "@daily")
		@OnEveryInstance
		void everywhere() {
			RUNS.incrementAndGet();
		}

		@Scheduled(cron = "@daily")
		void onLeader() {
			RUNS.incrementAndGet();
		}

	}

}
