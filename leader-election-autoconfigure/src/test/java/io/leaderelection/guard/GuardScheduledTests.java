/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
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

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests which methods {@code guard-scheduled} guards, and what it logs.
 */
@ExtendWith(OutputCaptureExtension.class)
class GuardScheduledTests {

	private static final AtomicInteger RUNS = new AtomicInteger();

	private final ApplicationContextRunner following = Contexts.guardingScheduled(Contexts.following(), "leader");

	@BeforeEach
	void begin() {
		reset();
	}

	private static void reset() {
		RUNS.set(0);
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
			@Scheduled(fixedDelay = Long.MAX_VALUE) CompletableFuture<String> run() { GuardScheduledTests.ran(); return CompletableFuture.completedFuture("done"); } | 0
			@Scheduled(fixedDelay = Long.MAX_VALUE) Mono<Void> run() { return Mono.fromRunnable(GuardScheduledTests::ran); } | 0
			@Scheduled(cron = "@daily") @OnEveryInstance void run() { GuardScheduledTests.ran(); } | 1
			@OnEveryInstance class Job { @Scheduled(cron = "@daily") void run() { GuardScheduledTests.ran(); } } | 1
			@OnLeader class Job { @Scheduled(cron = "@daily") @OnEveryInstance void run() { GuardScheduledTests.ran(); } } | 1
			class Job extends GuardScheduledTests.Exempt { @Override void everywhere() { super.everywhere(); } void run() { everywhere(); } } | 1
			""")
	void methodRunsOnFollowersIfNotGuarded(Class<?> job, int runs) {
		this.following.withBean("job", job).run((context) -> assertRuns(context, runs));
		Contexts.guardingScheduled(Contexts.leading(), "leader")
			.withBean("job", job)
			.run((context) -> assertRuns(context, 1));
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
		if (Contexts.call(context.getBean("job")) instanceof Mono<?> pipeline) {
			pipeline.block();
		}
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
		this.following.withUserConfiguration(Contexts.Scheduling.class).withBean(Frequent.class).run((context) -> {
			Frequent its = AopTestUtils.getTargetObject(context.getBean(Frequent.class));
			Awaitility.await().until(() -> its.total.get() > 3);
			assertThat(its.led).hasValue(0);
		});
		Contexts.guardingScheduled(Contexts.leading(), "leader")
			.withUserConfiguration(Contexts.Scheduling.class)
			.withBean(Frequent.class)
			.run((context) -> {
				Frequent its = AopTestUtils.getTargetObject(context.getBean(Frequent.class));
				Awaitility.await().until(() -> its.led.get() > 3);
			});
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

	static class Frequent {

		final AtomicInteger led = new AtomicInteger();

		final AtomicInteger total = new AtomicInteger();

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
