/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.guard.Declared;
import io.leaderelection.guard.DeclaredJobs;
import org.example.twonames.TwoNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests what a user reads if the application does not start.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalyzerTests {

	private static void assertExplained(CapturedOutput output, Class<?> bean, String properties, String texts) {
		assertThatException()
			.isThrownBy(() -> new SpringApplicationBuilder(Application.class, bean).web(WebApplicationType.NONE)
				.properties("leader-election.mode=always")
				.properties(properties.split(" "))
				.run()
				.close());
		assertThat(output).contains("APPLICATION FAILED TO START");
		assertThat(output.toString()).as("one full stop").doesNotContainPattern("[^.]\\.\\.[^.]");
		assertThat(output).containsSubsequence(("Description: ... " + texts).split(" \\.\\.\\. "));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					backend=reddis                       | leader-election.backend is 'reddis' ... Action: ... Did you mean 'redis'? Add the dependency io.leaderelection:leader-election-redis
					backend=cassandra                    | leader-election.backend is 'cassandra' ... Action: ... Use one of: azure-blob, dynamodb, etcd, jdbc, kubernetes, local, mongodb, postgres, redis, s3, zookeeper
					lease-durtion=15s                    | leader-election.lease-durtion is not a property ... Action: ... Write leader-election.lease-duration
					colour=blue                          | leader-election.colour is not a property ... Action: ... Check the spelling
					lease-duration=15 renew-interval=5s  | cannot be safe ... Action: ... leader-election.lease-duration=15 has no unit, which means milliseconds: write 15s for seconds
					lease-duration=-1s                   | lease-duration is -1s ... Action: ... Correct the values
					guard-scheduled=always               | leader-election.guard-scheduled ... Value: "always" ... Action: ... LEADER ... NONE ... ONCE_PER_TICK
					""")
	void wrongPropertyIsExplained(String properties, String texts, CapturedOutput output) {
		// A mode that needs no store would not look for one
		String mode = properties.startsWith("backend") ? " leader-election.mode=elect" : "";
		assertExplained(output, Application.class,
				"leader-election." + properties.replace(" ", " leader-election.") + mode, texts);
	}

	@ParameterizedTest
	@DeclaredJobs("""
			class Job { @OnLeader("billing") public void bill() { } @OnLeader("Billing") public void remind() { } } | differ by case or punctuation only ... Action: ... Write the name alike in both
			class Job { @OnLeader("billing") public void bill() { } @OnLeader("Billing") public void remind() { } } | Job.bill() names 'billing'
			class Job { @OnLeader("billing") public void bill() { } @OnLeader("Billing") public void remind() { } } | Job.remind() names 'Billing'
			@OnLeader("billing") @LeaderTask("shipping") public void run() { } | @LeaderTask on ... belongs to election 'shipping' ... guards it for election 'billing' ... Action: ... Remove @OnLeader
			@OnLeader public final void run() { } | Job.run() ... Action: ... Remove final
			@Scheduled(cron = "@daily") public final void run() { } | leader-election.guard-scheduled cannot guard ... Job.run() ... Action: ... Remove final ... @OnEveryInstance
			""")
	void wrongAnnotationIsExplained(Class<?> job, String texts, CapturedOutput output) {
		assertExplained(output, job, "leader-election.guard-scheduled=leader",
				texts.replace("Job.", job.getName() + "."));
	}

	@Test
	void elementsThatNameTwoElectionsAreExplained(CapturedOutput output) {
		assertExplained(output, TwoNames.class, "",
				"'election' ... 'value' ... Action: ... Set either value or election, not both.");
	}

	@Test
	void taskOfASimilarElectionIsExplainedOnALazyBeanToo(CapturedOutput output) {
		assertExplained(output, SimilarTask.class, "", "differ by case or punctuation only ... Action:");
		assertThat(output).contains("@OnLeader on ", "@LeaderTask on ", "names 'billing.eu'", "names 'billing-eu'");
	}

	@Test
	void textsEndWithOneFullStop() {
		assertThat(LeaderElectionConfigurationException.sentence("It is wrong.")).isEqualTo("It is wrong.");
		assertThat(LeaderElectionConfigurationException.sentence("It is wrong")).isEqualTo("It is wrong.");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@AutoConfigurationPackage(basePackages = Declared.PACKAGE)
	static class Application {

	}

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

}
