/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.OnLoss;
import io.leaderelection.annotation.InterruptedTick;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.guard.Contexts;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.StubMethod;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Scope;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Configurations that fail the start, with their messages.
 */
@ExtendWith(OutputCaptureExtension.class)
class OncePerTickRefusalTests {

	private static void assertRefused(ApplicationContextRunner runner, String... texts) {
		Contexts.assertRefused(runner, InvalidLeaderAnnotationException.class, texts);
	}

	private static void assertRefused(Class<?> bean, String... texts) {
		assertRefused(Contexts.following().withBean("job", bean), texts);
	}

	private static void assertStarts(Class<?> bean) {
		Contexts.following().withBean("job", bean).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void methodWithoutScheduleIsRefused() {
		assertRefused(WithoutSchedule.class, "@OncePerTick on " + WithoutSchedule.class.getName() + ".run()",
				"without @Scheduled", "Add @Scheduled(cron");
	}

	@Test
	void methodWithoutGuardIsRefused() {
		assertRefused(WithoutGuard.class, "has no @OnLeader", "Add @OnLeader");
	}

	@Test
	void fixedRateOrDelayIsRefused() {
		assertRefused(FixedRate.class, "fixed rate or delay", "Use @Scheduled(cron");
		assertRefused(FixedDelayBesideCron.class, "fixed rate or delay");
	}

	@Test
	void reactiveMethodsAreRefused() {
		assertRefused(Reactive.class, "returns reactor.core.publisher.Mono", "Return void, or a CompletionStage");
	}

	@Test
	void waitForLeaderIsRefused() {
		assertRefused(Waiting.class, "waitForLeader = \"30s\"", "Leave waitForLeader out");
	}

	@Test
	void runAgainWithContinueIsRefused() {
		assertRefused(RunsOn.class, "interrupted = RUN_AGAIN and onLoss = CONTINUE", "interrupted = SKIP");
		assertStarts(RunsOnAndSkips.class);
	}

	@Test
	void invalidOrNeverMatchingExpressionIsRefused() {
		assertRefused(Contexts.following().withBean(Configured.class).withPropertyValues("cron=often", "zone="),
				"cron \"often\", which is not a cron expression", "six fields");
		assertRefused(Contexts.following().withBean(Configured.class).withPropertyValues("cron=0 0 0 30 2 *", "zone="),
				"cron \"0 0 0 30 2 *\", which never matches");
		assertRefused(
				Contexts.following().withBean(Configured.class).withPropertyValues("cron=@daily", "zone=Mars/Base"),
				"zone \"Mars/Base\", which is not a time zone");
	}

	@Test
	void expressionIsRefusedBeforeSpringReadsIt() {
		ApplicationContextRunner scheduling = Contexts.following()
			.withUserConfiguration(TickHarness.Scheduling.class)
			.withBean(Configured.class);
		assertRefused(scheduling.withPropertyValues("cron=often", "zone="),
				"cron \"often\", which is not a cron expression", "six fields");
		assertRefused(scheduling.withPropertyValues("cron=@daily", "zone=Mars/Base"),
				"zone \"Mars/Base\", which is not a time zone");
	}

	@Test
	void classUnknownToTheContextIsNamedAtTheFirstCall() {
		Contexts.leading().withBean("job", Secretive.class).run((context) -> {
			Composed job = (Composed) context.getBean("job");
			assertThatIllegalStateException().isThrownBy(job::run)
				.withMessageContaining("did not know the class of its bean")
				.withMessageContaining("getObjectType()");
		});
	}

	@Test
	void zoneOfTheMachineIsNamed(CapturedOutput output) {
		Contexts.following()
			.withBean(Configured.class)
			.withPropertyValues("cron=@daily", "zone=")
			.run((context) -> assertThat(output).contains("uses the time zone of this machine"));
	}

	@Test
	void invalidLatenessIsRefused() {
		assertRefused(Late.class, "maxLateness \"soon\", which is not a duration above 0s", "leave maxLateness out");
		assertRefused(Contexts.following().withBean(LateByProperty.class).withPropertyValues("late=0s"),
				"maxLateness \"0s\"");
		assertRefused(Contexts.following().withBean(LateByProperty.class).withPropertyValues("late=-5m"),
				"maxLateness \"-5m\", which is not a duration above 0s");
		assertRefused(LateByProperty.class, "maxLateness \"${late}\"", "placeholder");
	}

	@Test
	void zeroAttemptsAreRefused() {
		assertRefused(NoAttempt.class, "maxAttempts = 0", "1 or more");
	}

	@Test
	void twoMethodsWithOneNameAreRefused() {
		assertRefused(SameName.class, "tick name \"bills\" of election 'default'", "another name");
		assertStarts(SameNameElsewhere.class);
	}

	@Test
	void moreJobsThanTheRecordHoldsAreRefused() {
		DynamicType.Builder<?> jobs = new ByteBuddy().subclass(Object.class)
			.name(getClass().getPackageName() + ".Many");
		for (int i = 0; i <= 100; i++) {
			jobs = jobs.defineMethod("run" + i, void.class, Visibility.PUBLIC)
				.intercept(StubMethod.INSTANCE)
				.annotateMethod(AnnotationDescription.Builder.ofType(Nightly.class).build());
		}
		Class<?> many = jobs.make()
			.load(getClass().getClassLoader(), ClassLoadingStrategy.UsingLookup.of(MethodHandles.lookup()))
			.getLoaded();
		assertRefused(many, "is one too many", "has room for 100 ticks", "another election");
	}

	@Test
	void prototypeIsRefused() {
		assertRefused(Prototype.class, "is not a singleton", "Make the bean a singleton");
	}

	@Test
	void storeWithoutCheckpointsIsRefused() {
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());
		assertRefused(Contexts.contending(memory).withBean(Composed.class), "needs a store that keeps checkpoints",
				"StoreTraits");
	}

	@Test
	void metaAnnotationIsEnough() {
		Contexts.leading().withBean(Composed.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(Ticks.class).all()).extracting(TickStatus::name)
				.containsExactly(Composed.class.getName() + ".run");
		});
	}

	@Test
	void storeOfTheLibraryKeepsCheckpoints() {
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());
		Contexts.contending(memory)
			.withBean(StoreTraits.class, memory::traits)
			.withBean(Composed.class)
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(LeaseStore.class));
	}

	static class WithoutSchedule {

		@OnLeader
		@OncePerTick
		void run() {
		}

	}

	static class WithoutGuard {

		@Scheduled(cron = "@daily")
		@OncePerTick
		void run() {
		}

	}

	static class FixedRate {

		@Scheduled(fixedRate = 1000)
		@OnLeader
		@OncePerTick
		void run() {
		}

	}

	static class FixedDelayBesideCron {

		@Scheduled(cron = "@daily")
		@Scheduled(fixedDelayString = "PT1S")
		@OnLeader
		@OncePerTick
		void run() {
		}

	}

	static class Reactive {

		@Scheduled(cron = "@daily")
		@OnLeader
		@OncePerTick
		Mono<Void> run() {
			return Mono.empty();
		}

	}

	static class Waiting {

		@Scheduled(cron = "@daily")
		@OnLeader(waitForLeader = "30s")
		@OncePerTick
		void run() {
		}

	}

	static class RunsOn {

		@Scheduled(cron = "@daily")
		@OnLeader(onLoss = OnLoss.CONTINUE)
		@OncePerTick
		void run() {
		}

	}

	static class RunsOnAndSkips {

		@Scheduled(cron = "@daily")
		@OnLeader(onLoss = OnLoss.CONTINUE)
		@OncePerTick(interrupted = InterruptedTick.SKIP)
		CompletableFuture<Void> run() {
			return CompletableFuture.completedFuture(null);
		}

	}

	static class Configured {

		@Scheduled(cron = "${cron}", zone = "${zone}")
		@OnLeader
		@OncePerTick
		void run() {
		}

	}

	static class Late {

		@Scheduled(cron = "@daily")
		@OnLeader
		@OncePerTick(maxLateness = "soon")
		void run() {
		}

	}

	static class LateByProperty {

		@Scheduled(cron = "@daily")
		@OnLeader
		@OncePerTick(maxLateness = "${late}")
		void run() {
		}

	}

	static class NoAttempt {

		@Scheduled(cron = "@daily")
		@OnLeader
		@OncePerTick(maxAttempts = 0)
		void run() {
		}

	}

	static class SameName {

		@Scheduled(cron = "@daily")
		@OnLeader
		@OncePerTick(name = "bills")
		void one() {
		}

		@Scheduled(cron = "@daily")
		@OnLeader
		@OncePerTick(name = "bills")
		void other() {
		}

	}

	static class SameNameElsewhere {

		@Scheduled(cron = "@daily")
		@OnLeader("one")
		@OncePerTick(name = "bills")
		void one() {
		}

		@Scheduled(cron = "@daily")
		@OnLeader("other")
		@OncePerTick(name = "bills")
		void other() {
		}

	}

	@Scope("prototype")
	static class Prototype {

		@Scheduled(cron = "@daily")
		@OnLeader
		@OncePerTick
		void run() {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@Scheduled(cron = "@daily")
	@OnLeader
	@OncePerTick
	public @interface Nightly {

	}

	static class Secretive implements FactoryBean<Object> {

		@Override
		public Object getObject() {
			return new Composed();
		}

		@Override
		public @Nullable Class<?> getObjectType() {
			return null;
		}

	}

	static class Composed {

		@Nightly
		void run() {
		}

	}

}
