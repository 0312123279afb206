/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.annotation.OnEveryInstance;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.guard.Contexts;
import io.leaderelection.guard.Declared;
import io.leaderelection.guard.DeclaredJobs;
import io.leaderelection.guard.GuardScheduled;
import io.leaderelection.guard.ScheduledMethods;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for methods that {@code guard-scheduled=once-per-tick} runs once per tick.
 */
@Timeout(40)
@ExtendWith(OutputCaptureExtension.class)
class GuardScheduledTicksTests extends TickHarness {

	private static final String WHERE = "leader-election.guard-scheduled=once-per-tick on ";

	private static ApplicationContextRunner guarding(ApplicationContextRunner runner, String value) {
		return runner.withPropertyValues("leader-election.guard-scheduled=" + value)
			.withInitializer(
					(context) -> AutoConfigurationPackages.register((BeanDefinitionRegistry) context.getBeanFactory(),
							Declared.PACKAGE, GuardScheduledTicksTests.class.getPackageName()));
	}

	@Test
	void cronMethodRunsOncePerTick() {
		leading(guarding(this.runner, "once-per-tick").withBean(Jobs.class), (context) -> {
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
		leading(guarding(this.runner, "once-per-tick").withBean(Jobs.class), (context) -> {
			Jobs jobs = context.getBean(Jobs.class);
			call(jobs::frequent);
			call(jobs::frequent);
			assertThat(jobs.runs()).hasValue(2);
			assertThat(context.getBean(Ticks.class).all()).extracting(TickStatus::name)
				.containsExactly(Jobs.class.getName() + ".hourly");
		});
	}

	@Test
	void annotationsTakePrecedence() {
		guarding(Contexts.leading(), "once-per-tick").withBean(Annotated.class)
			.run((context) -> assertThat(context.getBean(Ticks.class).all()).extracting(TickStatus::name)
				.containsExactly("named"));
	}

	@Test
	void oncePerTickNeedsNoOnLeaderWithTheProperty() {
		guarding(Contexts.leading(), "leader").withBean(Annotated.class)
			.run((context) -> assertThat(context.getBean(Ticks.class).all()).extracting(TickStatus::name)
				.containsExactly("named"));
	}

	@Test
	void startupLogsOncePerTickMethods(CapturedOutput output) {
		guarding(Contexts.following(), "once-per-tick").withBean(Jobs.class)
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
			""")
	void methodThatCannotRunOncePerTickIsRefused(Class<?> job, String texts) {
		Declared.assertRefused(guarding(Contexts.following(), "once-per-tick"), job,
				WHERE + "Job.run() ... annotate the method with @OnLeader ... " + texts);
	}

	@Test
	void oncePerTickWithAnExemptionIsRefused() {
		Declared.assertRefused(guarding(Contexts.following(), "once-per-tick"),
				Declared.job("@Scheduled(cron = \"@daily\") @OncePerTick @OnEveryInstance void run() { }"),
				"@OncePerTick on Job.run() ... contradicts @OnEveryInstance ... Remove one of the two");
	}

	@Test
	void cronThatIsNotValidIsRefusedBeforeSpringDoes() {
		Declared.assertRefused(guarding(Contexts.following(), "once-per-tick").withUserConfiguration(Scheduling.class),
				Declared.job("@Scheduled(cron = \"often\") void run() { }"), WHERE + "Job.run() ... cron \"often\"");
	}

	@Test
	void twoBeansOfOneClassAreRefused() {
		Contexts.assertRefused(
				guarding(Contexts.following(), "once-per-tick").withBean("one", Jobs.class).withBean("two", Jobs.class),
				InvalidLeaderAnnotationException.class, WHERE, "which another method has, too",
				"annotate the method with @OnLeader");
	}

	@Test
	void classOfManyBeansIsCheckedOnce() {
		AtomicInteger resolved = new AtomicInteger();
		DefaultListableBeanFactory factory = new DefaultListableBeanFactory();
		factory.addEmbeddedValueResolver((text) -> {
			resolved.incrementAndGet();
			return text;
		});
		OncePerTickCheck check = new OncePerTickCheck(factory, new ScheduledMethods(GuardScheduled.NONE, List.of()));
		check.postProcessBeforeInitialization(new Contradictory(), "first");
		int once = resolved.get();
		check.postProcessBeforeInitialization(new Contradictory(), "second");
		assertThat(once).isPositive();
		assertThat(resolved).hasValue(once);
	}

	@Test
	void classUnknownToTheContextIsNamedAtTheFirstCall() {
		guarding(Contexts.leading(), "once-per-tick").withBean("job", Secretive.class).run((context) -> {
			Jobs job = (Jobs) context.getBean("job");
			assertThatIllegalStateException().isThrownBy(job::hourly)
				.withMessageContaining(WHERE)
				.withMessageContaining("did not know the class of its bean");
		});
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

	static class Contradictory {

		@Scheduled(cron = "@daily")
		@OncePerTick
		@OnEveryInstance
		void run() {
		}

	}

	static class Secretive implements FactoryBean<Object> {

		@Override
		public Object getObject() {
			return new Jobs();
		}

		@Override
		public Class<?> getObjectType() {
			return Object.class;
		}

		@Override
		public boolean isSingleton() {
			return false;
		}

	}

}
