/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

import io.leaderelection.annotation.OnEveryInstance;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.PriorityOrdered;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Configurations of {@code guard-scheduled} that fail the start, with their messages.
 */
class GuardScheduledRefusalTests {

	private static final String PROPERTY = "leader-election.guard-scheduled";

	private static final String CANNOT = PROPERTY + " cannot guard " + GuardScheduledRefusalTests.class.getName() + "$";

	private static final String EXEMPT = "If every instance is to run it, annotate it with @OnEveryInstance";

	private static ApplicationContextRunner guarding() {
		return Contexts.following()
			.withPropertyValues(PROPERTY + "=leader")
			.withInitializer(
					(context) -> AutoConfigurationPackages.register((BeanDefinitionRegistry) context.getBeanFactory(),
							GuardScheduledRefusalTests.class.getPackageName()));
	}

	private static void assertRefused(Class<?> bean, String... texts) {
		assertRefused(guarding().withBean("job", bean), texts);
	}

	private static void assertRefused(ApplicationContextRunner runner, String... texts) {
		Contexts.assertRefused(runner, InvalidLeaderAnnotationException.class, texts);
	}

	@Test
	void privateMethodIsRefused() {
		assertRefused(PrivateMethod.class, CANNOT + "PrivateMethod.run()", "private", "Make it public", EXEMPT);
	}

	@Test
	void privateMethodOfAnnotatedTypeIsRefused() {
		assertRefused(PrivateMethodOfGuardedType.class, CANNOT, "private", EXEMPT);
	}

	@Test
	void finalMethodIsRefused() {
		assertRefused(FinalMethod.class, CANNOT + "FinalMethod.run()", "final", "Kotlin", EXEMPT);
	}

	@Test
	void finalClassIsRefused() {
		assertRefused(FinalClass.class, CANNOT + "FinalClass.run()", "final class", EXEMPT);
	}

	@Test
	void methodOfAConfigurationClassIsRefused() {
		assertRefused(guarding().withUserConfiguration(Configured.class), CANNOT + "Configured.run()",
				"@Configuration class", "Move the method to a bean of its own", EXEMPT);
	}

	@Test
	void plainFutureIsRefused() {
		assertRefused(PlainFuture.class, CANNOT + "PlainFuture.run()", "Return a CompletableFuture", EXEMPT);
	}

	@Test
	void methodScheduledOnceIsRefused() {
		assertRefused(Once.class, CANNOT + "Once.run()", "scheduled once", "LeaderElections.runOnce", "@LeaderTask",
				EXEMPT);
	}

	@Test
	void beanMadeForAPostProcessorIsRefused() {
		assertRefused(guarding().withUserConfiguration(EarlyConfiguration.class), CANNOT + "Job.run()",
				"created before post-processors", EXEMPT);
	}

	@Test
	void finishedObjectIsRefused() {
		assertRefused(
				guarding()
					.withInitializer((context) -> context.getBeanFactory().registerSingleton("finished", new Job())),
				CANNOT + "Job.run()", "'finished'", EXEMPT);
	}

	@Test
	void beanOfAParentWithoutLeaderElectionIsRefused() {
		try (GenericApplicationContext parent = new GenericApplicationContext()) {
			parent.registerBean("job", Job.class);
			parent.refresh();
			assertRefused(guarding().withParent(parent), CANNOT + "Job.run()", "belongs to a parent context", EXEMPT);
		}
	}

	@Test
	void defaultElectionWithPartitionsIsRefused() {
		assertRefused(
				guarding().withBean(Job.class)
					.withPropertyValues("leader-election.elections.default.partitions=4",
							"leader-election.default-election=default"),
				PROPERTY + " on " + Job.class.getName() + ".run()", "divided into 4 partitions",
				"Set leader-election.default-election", "@OnEveryInstance");
	}

	@Test
	void defaultElectionThatCannotExistIsRefused() {
		Contexts.assertRefused(
				guarding().withBean(Job.class).withPropertyValues("leader-election.default-election=a/b"),
				LeaderElectionConfigurationException.class, "leader-election.default-election is not legal");
	}

	@Test
	void applicationWithoutPackagesIsRefused() {
		Contexts.assertRefused(Contexts.following().withPropertyValues(PROPERTY + "=once-per-tick"),
				LeaderElectionConfigurationException.class, PROPERTY + " is once-per-tick",
				"names no packages of its own", "Put @SpringBootApplication");
	}

	@Test
	void unknownValueIsRefused() {
		guarding().withPropertyValues(PROPERTY + "=always")
			.run((context) -> assertThat(context.getStartupFailure()).hasStackTraceContaining(PROPERTY)
				.hasStackTraceContaining("[always]"));
	}

	@Test
	void exemptionWithOnLeaderIsRefused() {
		assertRefused(Contexts.following().withBean(Both.class), Both.class.getName() + ".run() has both @OnLeader",
				"and @OnEveryInstance", "Remove one of the two");
		assertRefused(Contexts.following().withBean(BothOnType.class), BothOnType.class.getName() + " has both",
				"Remove one of the two");
	}

	@Test
	void exemptionOfAMethodWithoutScheduleIsRefused() {
		assertRefused(Contexts.following().withBean(WithoutSchedule.class),
				"@OnEveryInstance on " + WithoutSchedule.class.getName() + ".run() exempts nothing",
				"Remove @OnEveryInstance");
	}

	static class Job {

		@Scheduled(cron = "@daily")
		void run() {
		}

	}

	static class PrivateMethod {

		@Scheduled(cron = "@daily")
		private void run() {
		}

	}

	@OnLeader
	static class PrivateMethodOfGuardedType {

		@Scheduled(cron = "@daily")
		private void run() {
		}

	}

	static class FinalMethod {

		@Scheduled(cron = "@daily")
		public final void run() {
		}

	}

	static final class FinalClass {

		@Scheduled(cron = "@daily")
		void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Configured {

		@Scheduled(cron = "@daily")
		void run() {
		}

	}

	static class PlainFuture {

		@Scheduled(cron = "@daily")
		Future<String> run() {
			return new FutureTask<>(() -> "done");
		}

	}

	static class Once {

		@Scheduled(initialDelayString = "PT1H")
		void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class EarlyConfiguration {

		@Bean
		static EarlyPostProcessor early(Job job) {
			return new EarlyPostProcessor();
		}

		@Bean
		static Job job() {
			return new Job();
		}

	}

	static class EarlyPostProcessor implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return PriorityOrdered.HIGHEST_PRECEDENCE;
		}

	}

	static class Both {

		@Scheduled(cron = "@daily")
		@OnLeader
		@OnEveryInstance
		void run() {
		}

	}

	@OnLeader
	@OnEveryInstance
	static class BothOnType {

		@Scheduled(cron = "@daily")
		void run() {
		}

	}

	static class WithoutSchedule {

		@OnEveryInstance
		void run() {
		}

	}

}
