/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.annotation.OnEveryInstance;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.guard.Contexts;
import io.leaderelection.guard.Declared;
import io.leaderelection.guard.DeclaredJobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for methods that {@code guard-scheduled=once-per-tick} runs once per tick.
 */
@ExtendWith(OutputCaptureExtension.class)
class GuardScheduledTicksTests extends TickHarness {

	private static final String WHERE = "leader-election.guard-scheduled=once-per-tick on ";

	@Test
	void cronMethodRunsOncePerTick() {
		leading(Contexts.guardingScheduled(this.runner, "once-per-tick").withBean(Jobs.class), (context) -> {
			Jobs jobs = context.getBean(Jobs.class);
			call(jobs::hourly);
			this.time.advance(HOUR);
			call(jobs::hourly);
			call(jobs::hourly);
			assertThat(jobs.runs()).hasValue(1);
			assertThat(this.outcomes).containsExactly(Jobs.class.getName() + ".hourly RUN 1");
		});
	}

	@Test
	void methodWithoutCronRunsAtEachCall() {
		leading(Contexts.guardingScheduled(this.runner, "once-per-tick").withBean(Jobs.class), (context) -> {
			Jobs jobs = context.getBean(Jobs.class);
			call(jobs::frequent);
			call(jobs::frequent);
			assertThat(jobs.runs()).hasValue(2);
			assertThat(ticks().all()).extracting(TickStatus::name).containsExactly(Jobs.class.getName() + ".hourly");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader", "once-per-tick" })
	void annotationsTakePrecedence(String value) {
		Contexts.guardingScheduled(Contexts.leading(), value)
			.withBean(Annotated.class)
			.run((context) -> assertThat(context.getBean(Ticks.class).all()).extracting(TickStatus::name)
				.containsExactly("named"));
	}

	@Test
	void startupLogsOncePerTickMethods(CapturedOutput output) {
		Contexts.guardingScheduled(Contexts.following(), "once-per-tick")
			.withBean(Jobs.class)
			.run((context) -> assertThat(output)
				.contains("guard-scheduled is once-per-tick: run on the leader of election 'default' once per tick: ["
						+ Jobs.class.getName() + ".hourly()]")
				.contains("guard-scheduled is once-per-tick: run on the leader of election 'default' only: ["
						+ Jobs.class.getName() + ".frequent()]")
				.contains(WHERE + Jobs.class.getName() + ".hourly() uses the time zone of this machine"));
	}

	@ParameterizedTest
	@DeclaredJobs("""
			@Scheduled(cron = "@daily") @Scheduled(fixedDelay = 9) void run() { } | fixed rate or delay ... with @OnEveryInstance
			@Scheduled(cron = "@daily") Mono<Void> run() { return Mono.empty(); } | returns reactor.core.publisher.Mono
			@Scope("prototype") class Job { @Scheduled(cron = "@daily") void run() { } } | is not a singleton
			@Scheduled(cron = "often") void run() { } | cron "often"
			""")
	void methodThatCannotRunOncePerTickIsRefused(Class<?> job, String texts) {
		Declared.assertRefused(Contexts.guardingScheduled(Contexts.following(), "once-per-tick"), job,
				WHERE + "Job.run() ... annotate the method with @OnLeader ... " + texts);
	}

	@Test
	void oncePerTickWithAnExemptionIsRefused() {
		Declared.assertRefused(Contexts.guardingScheduled(Contexts.following(), "once-per-tick"),
				Declared.job("@Scheduled(cron = \"@daily\") @OncePerTick @OnEveryInstance void run() { }"),
				"@OncePerTick on Job.run() ... contradicts @OnEveryInstance ... Remove one of the two");
	}

	@Test
	void twoBeansOfOneClassAreRefused() {
		Contexts.assertRefused(
				Contexts.guardingScheduled(Contexts.following(), "once-per-tick")
					.withBean("one", Jobs.class)
					.withBean("two", Jobs.class),
				WHERE, "in the beans 'one' and 'two', so both would share one tick",
				"annotate the method with @OnLeader");
	}

	static class Jobs {

		private final AtomicInteger runs = new AtomicInteger();

		AtomicInteger runs() {
			return this.runs;
		}

		@Scheduled(cron = "@hourly")
		void hourly() {
			this.runs.incrementAndGet();
		}

		@Scheduled(fixedDelay = Long.MAX_VALUE)
		void frequent() {
			this.runs.incrementAndGet();
		}

	}

	static class Annotated {

		@Scheduled(cron = "@daily")
		@OncePerTick(name = "named")
		void named() {
		}

		@Scheduled(cron = "@daily")
		@OnLeader
		void onLeader() {
		}

		@Scheduled(cron = "@daily")
		@OnEveryInstance
		void everywhere() {
		}

	}

}
