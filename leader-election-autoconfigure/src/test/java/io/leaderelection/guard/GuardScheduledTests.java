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
import reactor.core.publisher.Mono;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
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
	void reset() {
		RUNS.set(0);
	}

	private static ApplicationContextRunner guarding(ApplicationContextRunner runner) {
		return runner.withPropertyValues("leader-election.guard-scheduled=leader")
			.withInitializer((context) -> AutoConfigurationPackages.register(
					(BeanDefinitionRegistry) context.getBeanFactory(), GuardScheduledTests.class.getPackageName()));
	}

	private <T> void assertRuns(ApplicationContextRunner runner, Class<T> bean, Call<T> call, int runs) {
		runner.withBean("job", bean).run((context) -> {
			assertThat(context).hasNotFailed();
			call.on(context.getBean(bean));
			assertThat(RUNS).hasValue(runs);
		});
	}

	@FunctionalInterface
	interface Call<T> {

		void on(T job) throws Exception;

	}

	@Test
	void scheduledMethodRunsOnTheLeaderOnly() {
		assertRuns(guarding(Contexts.leading()), Job.class, Job::run, 1);
		reset();
		assertRuns(this.following, Job.class, Job::run, 0);
	}

	@Test
	void otherMethodsAreNotGuarded() {
		assertRuns(this.following, Job.class, Job::plain, 1);
	}

	@Test
	void nothingIsGuardedByDefault() {
		assertRuns(this.following.withPropertyValues("leader-election.guard-scheduled=none"), Job.class, Job::run, 1);
		reset();
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

	@Test
	void onLeaderTakesPrecedence() {
		this.following.withBean(Annotated.class)
			.run((context) -> assertThat(Contexts.elections(context).all()).extracting(LeaderElection::name)
				.containsExactly("billing"));
	}

	@Test
	void onLeaderOfTheTypeTakesPrecedence() {
		this.following.withBean(AnnotatedType.class)
			.run((context) -> assertThat(Contexts.elections(context).all()).extracting(LeaderElection::name)
				.containsExactly("billing"));
	}

	@Test
	void repeatedAndMetaAnnotationsAreGuarded() {
		assertRuns(this.following, Repeated.class, Repeated::run, 0);
		assertRuns(this.following, Composed.class, Composed::run, 0);
	}

	@Test
	void futuresAndReactiveTypesAreGuarded() {
		assertRuns(this.following, Returning.class, (job) -> {
			assertThat(job.future()).isCompletedWithValue(null);
			assertThat(job.mono().block()).isNull();
		}, 0);
		assertRuns(guarding(Contexts.leading()), Returning.class, (job) -> {
			job.future().join();
			job.mono().block();
		}, 2);
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
	void methodIsExempt() {
		assertRuns(this.following, Exempt.class, Exempt::everywhere, 1);
		reset();
		assertRuns(this.following, Exempt.class, Exempt::onLeader, 0);
	}

	@Test
	void typeIsExemptButForOnLeader() {
		assertRuns(this.following, ExemptType.class, ExemptType::everywhere, 1);
		reset();
		assertRuns(this.following, ExemptType.class, ExemptType::onLeader, 0);
	}

	@Test
	void methodIsExemptFromOnLeaderOfItsType() {
		assertRuns(Contexts.following(), ExemptFromType.class, ExemptFromType::everywhere, 1);
		reset();
		assertRuns(Contexts.following(), ExemptFromType.class, ExemptFromType::onLeader, 0);
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
	void overrideWithoutScheduleNeedsNoExemption() {
		assertRuns(this.following, Unscheduled.class, Unscheduled::everywhere, 1);
	}

	@Test
	void repeatedMethodThatIsAlsoScheduledOnceIsGuarded() {
		assertRuns(this.following, AlsoOnce.class, AlsoOnce::run, 0);
	}

	@Test
	void methodScheduledOnceIsAcceptedIfAnnotated() {
		assertRuns(this.following, OnceOnLeader.class, OnceOnLeader::run, 0);
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

		void plain() {
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

	@OnLeader("billing")
	static class AnnotatedType {

		@Scheduled(cron = "@daily")
		void run() {
		}

	}

	static class Repeated {

		@Scheduled(cron = "@daily")
		@Scheduled(fixedDelay = Long.MAX_VALUE)
		void run() {
			RUNS.incrementAndGet();
		}

	}

	static class Composed {

		@Nightly
		void run() {
			RUNS.incrementAndGet();
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

	static class Unscheduled extends Exempt {

		@Override
		void everywhere() {
			super.everywhere();
		}

	}

	static class AlsoOnce {

		@Scheduled(initialDelay = Long.MAX_VALUE)
		@Scheduled(fixedDelay = Long.MAX_VALUE)
		void run() {
			RUNS.incrementAndGet();
		}

	}

	static class OnceOnLeader {

		@Scheduled(initialDelay = Long.MAX_VALUE)
		@OnLeader
		void run() {
			RUNS.incrementAndGet();
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

	@OnEveryInstance
	static class ExemptType {

		@Scheduled(cron = "@daily")
		void everywhere() {
			RUNS.incrementAndGet();
		}

		@Scheduled(cron = "@daily")
		@OnLeader
		void onLeader() {
			RUNS.incrementAndGet();
		}

	}

	@OnLeader
	static class ExemptFromType {

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
