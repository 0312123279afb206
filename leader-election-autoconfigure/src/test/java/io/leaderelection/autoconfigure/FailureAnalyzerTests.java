/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.example.twonames.TwoNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests what a user reads if the application does not start.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalyzerTests {

	private static void run(Class<?> application, String... properties) {
		assertThatException().isThrownBy(() -> new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
			.properties(properties)
			.run()
			.close());
	}

	@Test
	void wrongSettingIsExplained(CapturedOutput output) {
		run(Empty.class, "leader-election.backend=reddis");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.containsSubsequence("Description:", "leader-election.backend is 'reddis'", "Action:",
					"Did you mean 'redis'? Add the dependency io.leaderelection:leader-election-redis");
	}

	@Test
	void unknownStoreIsExplained(CapturedOutput output) {
		run(Empty.class, "leader-election.backend=cassandra");
		assertThat(output).containsSubsequence("leader-election.backend is 'cassandra'", "Action:",
				"Use one of: azure-blob, etcd, jdbc, kubernetes, local, postgres, redis, zookeeper");
	}

	@Test
	void unknownPropertyIsExplained(CapturedOutput output) {
		run(Empty.class, "leader-election.mode=always", "leader-election.lease-durtion=15s");
		assertThat(output).containsSubsequence("leader-election.lease-durtion is not a property", "Action:",
				"Write leader-election.lease-duration");
	}

	@Test
	void propertyWithoutASimilarOneIsExplained(CapturedOutput output) {
		run(Empty.class, "leader-election.mode=always", "leader-election.colour=blue");
		assertThat(output).containsSubsequence("leader-election.colour is not a property", "Action:",
				"Check the spelling");
	}

	@Test
	void durationWithoutAUnitIsExplained(CapturedOutput output) {
		run(Empty.class, "leader-election.mode=always", "leader-election.lease-duration=15",
				"leader-election.renew-interval=5s");
		assertThat(output).containsSubsequence("cannot be safe", "Action:",
				"leader-election.lease-duration=15 has no unit, which means milliseconds: write 15s for seconds");
	}

	@Test
	void wrongTimingIsExplained(CapturedOutput output) {
		run(Empty.class, "leader-election.mode=always", "leader-election.lease-duration=-1s");
		assertThat(output).containsSubsequence("Description:", "lease-duration is -1s", "Action:",
				"Correct the values");
	}

	@Test
	void textsEndWithOneFullStop(CapturedOutput output) {
		run(Similar.class, "leader-election.mode=always");
		assertThat(output).contains("APPLICATION FAILED TO START").doesNotContain("..");
		assertThat(LeaderElectionConfigurationException.sentence("It is wrong.")).isEqualTo("It is wrong.");
		assertThat(LeaderElectionConfigurationException.sentence("It is wrong")).isEqualTo("It is wrong.");
	}

	@Test
	void namesThatDifferByCaseAreExplained(CapturedOutput output) {
		run(Similar.class, "leader-election.mode=always");
		assertThat(output)
			.containsSubsequence("Description:", "differ by case or punctuation only", "Action:",
					"Write the name alike in both")
			.contains("SimilarNames.bill() names 'billing'", "SimilarNames.remind() names 'Billing'");
	}

	@Test
	void taskOfASimilarElectionIsExplainedOnALazyBeanToo(CapturedOutput output) {
		run(SimilarTask.class, "leader-election.mode=always");
		assertThat(output).containsSubsequence("Description:", "differ by case or punctuation only", "Action:")
			.contains("@OnLeader on ", "@LeaderTask on ", "names 'billing.eu'", "names 'billing-eu'");
	}

	@Test
	void elementsThatNameTwoElectionsAreExplained(CapturedOutput output) {
		run(Aliases.class, "leader-election.mode=always");
		assertThat(output).containsSubsequence("APPLICATION FAILED TO START", "Description:", "'election'", "'value'",
				"Action:", "Set either value or election, not both.");
	}

	@Test
	void taskThatIsGuardedForAnotherElectionIsExplained(CapturedOutput output) {
		run(GuardedTask.class, "leader-election.mode=always");
		assertThat(output).containsSubsequence("Description:", "@LeaderTask on ", "belongs to election 'shipping'",
				"guards it for election 'billing'", "Action:", "Remove @OnLeader");
	}

	@Test
	void unguardedMethodIsExplained(CapturedOutput output) {
		run(Unguarded.class, "leader-election.mode=always");
		assertThat(output).containsSubsequence("Description:", "FinalMethod.run()", "Action:", "Remove final")
			.contains("Remove final");
		assertThat(new InvalidLeaderAnnotationException("what", "how").getAction()).isEqualTo("how");
	}

	@Test
	void unknownValueOfGuardScheduledIsExplained(CapturedOutput output) {
		run(Empty.class, "leader-election.mode=always", "leader-election.guard-scheduled=always");
		assertThat(output).containsSubsequence("Description:", "leader-election.guard-scheduled", "Value: \"always\"",
				"Action:", "LEADER", "NONE", "ONCE_PER_TICK");
	}

	@Test
	void methodThatGuardScheduledCannotGuardIsExplained(CapturedOutput output) {
		run(FinalSchedule.class, "leader-election.mode=always", "leader-election.guard-scheduled=leader");
		assertThat(output).containsSubsequence("Description:", "leader-election.guard-scheduled cannot guard",
				"FinalJob.run()", "Action:", "Remove final", "@OnEveryInstance");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Empty {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Unguarded {

		@Bean
		FinalMethod job() {
			return new FinalMethod();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class FinalSchedule {

		@Bean
		FinalJob job() {
			return new FinalJob();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(SimilarNames.class)
	static class Similar {

	}

	static class SimilarNames {

		@OnLeader("billing")
		public void bill() {
		}

		@OnLeader("Billing")
		public void remind() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ LazyGuard.class, OtherTask.class })
	static class SimilarTask {

	}

	@Lazy
	static class LazyGuard {

		@OnLeader("billing.eu")
		public void bill() {
		}

	}

	static class OtherTask {

		@LeaderTask("billing-eu")
		public void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(TwoNames.class)
	static class Aliases {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(TaskOfAnother.class)
	static class GuardedTask {

	}

	static class TaskOfAnother {

		@OnLeader("billing")
		@LeaderTask("shipping")
		public void run() {
		}

	}

	static class FinalJob {

		@Scheduled(cron = "@daily")
		public final void run() {
		}

	}

	static class FinalMethod {

		@OnLeader
		public final void run() {
		}

	}

}
