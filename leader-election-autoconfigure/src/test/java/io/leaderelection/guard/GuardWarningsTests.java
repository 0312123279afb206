/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Warnings of legal methods that may not do what their authors expect.
 */
@ExtendWith(OutputCaptureExtension.class)
class GuardWarningsTests {

	private static final String OVERLAP = "overlap on the leader";

	private final ApplicationContextRunner runner = Contexts.leading();

	@Test
	void jobsOnThreadsOfTheirOwnOverlap(CapturedOutput output) {
		this.runner.withBean(SimpleAsyncTaskScheduler.class).withBean(Jobs.class).run((context) -> {
			assertThat(context).hasNotFailed();
			String line = output.getOut()
				.lines()
				.filter((logged) -> logged.contains(OVERLAP))
				.findFirst()
				.orElseThrow();
			assertThat(line)
				.contains("Jobs.cron()", "Jobs.rate()", "@OncePerTick", "@ConcurrencyLimit(1)", "fixedDelay")
				.doesNotContain("Jobs.delay()")
				.doesNotContain("Jobs.limited()")
				.doesNotContain("Jobs.tick()");
		});
	}

	@Test
	void jobsOnAPoolDoNotOverlap(CapturedOutput output) {
		this.runner.withBean(ThreadPoolTaskScheduler.class).withBean(Jobs.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).doesNotContain(OVERLAP);
		});
	}

	@Test
	void asynchronousJobsOverlapOnAnyScheduler(CapturedOutput output) {
		this.runner.withBean(AsynchronousJob.class)
			.run((context) -> assertThat(output).contains(OVERLAP).contains("AsynchronousJob.run()"));
	}

	@ParameterizedTest
	@ValueSource(strings = { BeanDefinition.SCOPE_SINGLETON, BeanDefinition.SCOPE_PROTOTYPE })
	void scheduledBeanThatIsCreatedAgainAddsASchedule(String scope, CapturedOutput output) {
		this.runner
			.withBean("jobs", AsynchronousJob.class, AsynchronousJob::new, (definition) -> definition.setScope(scope))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output.getOut().contains("bean 'jobs'"))
					.isEqualTo(scope.equals(BeanDefinition.SCOPE_PROTOTYPE));
			});
	}

	@Test
	void finalMethodOfAProxiedClassIsNamed(CapturedOutput output) {
		this.runner.withBean(Inherited.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).contains("Inherited.sees()").contains("null in all fields").doesNotContain("hidden()");
		});
	}

	static class Jobs {

		@OnLeader
		@Scheduled(cron = "* * * * * *")
		void cron() {
		}

		@OnLeader
		@Scheduled(fixedRate = 1000)
		void rate() {
		}

		@OnLeader
		@Scheduled(fixedDelay = 1000)
		void delay() {
		}

		@OnLeader
		@ConcurrencyLimit(1)
		@Scheduled(fixedRate = 1000)
		void limited() {
		}

		@OnLeader
		@OncePerTick
		@Scheduled(cron = "0 0 * * * *", zone = "UTC")
		void tick() {
		}

	}

	static class AsynchronousJob {

		@Async
		@OnLeader
		@Scheduled(fixedDelay = 1000)
		void run() {
		}

	}

	abstract static class Base {

		private final Object list = new Object();

		final Object sees() {
			return hidden();
		}

		private Object hidden() {
			return this.list;
		}

	}

	static class Inherited extends Base {

		@OnLeader
		void run() {
		}

	}

}
