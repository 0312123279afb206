/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.guard.Contexts;
import io.leaderelection.guard.Declared;
import io.leaderelection.guard.DeclaredJobs;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.scheduling.annotation.Scheduled;

import static io.leaderelection.guard.Contexts.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Configurations that fail the start, with their messages.
 */
class OncePerTickRefusalTests {

	@ParameterizedTest
	@DeclaredJobs("""
			@OnLeader @OncePerTick void run() { } | @OncePerTick on Job.run() ... without @Scheduled ... Add @Scheduled(cron
			@Scheduled(cron = "@daily") @OncePerTick void run() { } | has no @OnLeader ... Add @OnLeader
			@Scheduled(fixedRate = 1000) @OnLeader @OncePerTick void run() { } | fixed rate or delay ... Use @Scheduled(cron
			@Scheduled(cron = "@daily") @Scheduled(fixedDelayString = "PT1S") @OnLeader @OncePerTick void run() { } | fixed rate or delay
			@Scheduled(cron = "") @OnLeader @OncePerTick void run() { } | an empty cron expression ... Give cron a value, or "-"
			@Scheduled(cron = "${none:}") @OnLeader @OncePerTick void run() { } | an empty cron expression
			@Scheduled(cron = "@daily") @OnLeader @OncePerTick Mono<Void> run() { return Mono.empty(); } | returns reactor.core.publisher.Mono ... Return void, or a CompletionStage
			@Scheduled(cron = "@daily") @OnLeader(waitForLeader = "30s") @OncePerTick void run() { } | waitForLeader = "30s" ... Leave waitForLeader out
			@Scheduled(cron = "@daily") @OnLeader(onLoss = OnLoss.CONTINUE) @OncePerTick void run() { } | interrupted = RUN_AGAIN and onLoss = CONTINUE ... interrupted = SKIP
			@Scheduled(cron = "@daily") @OnLeader @OncePerTick(maxLateness = "soon") void run() { } | maxLateness "soon", which is not a duration above 0s ... leave maxLateness out
			@Scheduled(cron = "@daily") @OnLeader @OncePerTick(maxLateness = "0s") void run() { } | maxLateness "0s"
			@Scheduled(cron = "@daily") @OnLeader @OncePerTick(maxLateness = "${late}") void run() { } | maxLateness "-5m", which is not a duration above 0s
			@Scheduled(cron = "@daily") @OnLeader @OncePerTick(maxLateness = "${none}") void run() { } | maxLateness "${none}" ... placeholder
			@Scheduled(cron = "@daily") @OnLeader @OncePerTick(maxAttempts = 0) void run() { } | maxAttempts = 0 ... 1 or more
			@Scope("prototype") class Job { @Scheduled(cron = "@daily") @OnLeader @OncePerTick void run() { } } | is not a singleton ... Make the bean a singleton
			class Job { @Scheduled(cron = "@daily") @OnLeader @OncePerTick(name = "bills") void one() { } @Scheduled(cron = "@daily") @OnLeader @OncePerTick(name = "bills") void other() { } } | tick name "bills" of election 'default' ... another name
			""")
	void methodThatCannotRunOncePerTickIsRefused(Class<?> job, String texts) {
		Declared.assertRefused(Contexts.following().withPropertyValues("late=-5m"), job, texts);
	}

	@ParameterizedTest
	@ValueSource(strings = {
			"""
					@Scheduled(cron = "@daily") @OnLeader(onLoss = OnLoss.CONTINUE) @OncePerTick(interrupted = InterruptedTick.SKIP)
					CompletableFuture<Void> run() { return CompletableFuture.completedFuture(null); }
					""",
			"""
					@Scheduled(cron = "@daily") @OnLeader("one") @OncePerTick(name = "bills") void one() { }
					@Scheduled(cron = "@daily") @OnLeader("other") @OncePerTick(name = "bills") void other() { }
					""" })
	void similarMethodIsAccepted(String declaration) {
		Contexts.following().withBean(Declared.job(declaration)).run((context) -> assertThat(context).hasNotFailed());
	}

	/** Spring reads the expression later, and its message names no remedy. */
	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "often | | cron \"often\", which is not a cron expression ... six fields",
					"0 0 0 30 2 * | | cron \"0 0 0 30 2 *\", which never matches",
					"@daily | Mars/Base | zone \"Mars/Base\", which is not a time zone" })
	void expressionIsRefusedBeforeSpringReadsIt(String cron, @Nullable String zone, String texts) {
		ApplicationContextRunner runner = Contexts.following()
			.withBean(Configured.class)
			.withPropertyValues("cron=" + cron, "zone=" + ((zone != null) ? zone : ""));
		assertRefused(runner, texts.split(" \\.\\.\\. "));
		assertRefused(runner.withUserConfiguration(Contexts.Scheduling.class), texts.split(" \\.\\.\\. "));
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
	void moreJobsThanTheRecordHoldsAreRefused() {
		String methods = IntStream.rangeClosed(0, 100)
			.mapToObj((i) -> "@Scheduled(cron = \"@daily\") @OnLeader @OncePerTick void run" + i + "() { }")
			.collect(Collectors.joining("\n"));
		Declared.assertRefused(Contexts.following(), Declared.job(methods),
				"is one too many ... has room for 100 ticks ... another election");
	}

	@Test
	void twoBeansOfOneClassAreRefusedWithARemedyThatOneMethodCanHave() {
		ApplicationContextRunner runner = Contexts.following()
			.withBean("north", Composed.class)
			.withBean("south", Composed.class);
		assertRefused(runner, "in the beans 'north' and 'south', so both would share one tick",
				"a subclass that overrides the method");
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

	static class Configured {

		@Scheduled(cron = "${cron}", zone = "${zone}")
		@OnLeader
		@OncePerTick
		void run() {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@Scheduled(cron = "@daily")
	@OnLeader
	@OncePerTick
	@interface Nightly {

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
