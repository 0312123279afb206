/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Configurations of {@code guard-scheduled} that fail the start, with their messages.
 */
class GuardScheduledRefusalTests {

	private static final String PROPERTY = "leader-election.guard-scheduled";

	private final ApplicationContextRunner guarding = Contexts.guardingScheduled(Contexts.following(), "leader");

	private static final String EXEMPT = "If every instance is to run it, annotate it with @OnEveryInstance";

	@ParameterizedTest
	@DeclaredJobs("""
			@Scheduled(cron = "@daily") private void run() { } | private ... Make it public
			@OnLeader class Job { @Scheduled(cron = "@daily") private void run() { } } | private
			@Scheduled(cron = "@daily") public final void run() { } | final ... Kotlin
			final class Job { @Scheduled(cron = "@daily") void run() { } } | final class
			@Configuration(proxyBeanMethods = false) class Job { @Scheduled(cron = "@daily") void run() { } } | @Configuration class ... Move the method to a bean of its own
			@Scheduled(cron = "@daily") Future<String> run() { return null; } | Return a CompletableFuture
			@Scheduled(initialDelayString = "PT1H") void run() { } | scheduled once ... LeaderElections.runOnce ... @LeaderTask
			""")
	void methodThatCannotBeGuardedIsRefused(Class<?> job, String texts) {
		Declared.assertRefused(this.guarding, job,
				PROPERTY + " cannot guard Job.run() ... " + texts + " ... " + EXEMPT);
	}

	@ParameterizedTest
	@DeclaredJobs("""
			@Scheduled(cron = "@daily") @OnLeader @OnEveryInstance void run() { } | Job.run() has both @OnLeader ... and @OnEveryInstance ... Remove one of the two
			@OnLeader @OnEveryInstance class Job { @Scheduled(cron = "@daily") void run() { } } | Job has both ... Remove one of the two
			@OnEveryInstance void run() { } | @OnEveryInstance on Job.run() exempts nothing ... Remove @OnEveryInstance
			""")
	void exemptionThatContradictsOrExemptsNothingIsRefused(Class<?> job, String texts) {
		Declared.assertRefused(Contexts.following(), job, texts);
	}

	@Test
	void defaultElectionWithPartitionsIsRefused() {
		Contexts.assertRefused(
				this.guarding.withBean(Job.class)
					.withPropertyValues("leader-election.elections.default.partitions=4",
							"leader-election.default-election=default"),
				PROPERTY + " on " + Job.class.getName() + ".run()", "divided into 4 partitions",
				"Set leader-election.default-election", "@OnEveryInstance");
	}

	@Test
	void defaultElectionThatCannotExistIsRefused() {
		Contexts.assertMisconfigured(
				this.guarding.withBean(Job.class).withPropertyValues("leader-election.default-election=a/b"),
				"leader-election.default-election is not legal");
	}

	@Test
	void applicationWithoutPackagesIsRefused() {
		Contexts.assertMisconfigured(Contexts.following().withPropertyValues(PROPERTY + "=once-per-tick"),
				PROPERTY + " is once-per-tick", "names no packages of its own", "Put @SpringBootApplication");
	}

	static class Job {

		@Scheduled(cron = "@daily")
		void run() {
		}

	}

}
