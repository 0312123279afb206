/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
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
					"Add the dependency ");
	}

	@Test
	void wrongTimingIsExplained(CapturedOutput output) {
		run(Empty.class, "leader-election.mode=always", "leader-election.lease-duration=-1s");
		assertThat(output).containsSubsequence("Description:", "lease-duration is -1s", "Action:",
				"Correct the values");
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
