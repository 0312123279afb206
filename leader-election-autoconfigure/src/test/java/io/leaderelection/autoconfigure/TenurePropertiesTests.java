/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.TransitionCause;
import io.leaderelection.event.LeadershipRevokedEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the properties that limit terms.
 */
class TenurePropertiesTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class))
		.withBean("localStore", LeaseStoreDescriptor.class, TestStores::local);

	private void assertRefused(String property, String... texts) {
		this.contextRunner.withPropertyValues(property)
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.isInstanceOf(LeaderElectionConfigurationException.class)
				.hasMessageContainingAll(texts));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', value = {
			"leader-election.relinquish-cron=@every 60s | leader-election.relinquish-cron is '@every 60s' | six fields",
			"leader-election.relinquish-cron=0 3 * * * | '0 3 * * *', which is not a cron expression | 0 0 3 * * *",
			"leader-election.relinquish-cron=nightly | leader-election.relinquish-cron is 'nightly' | six fields",
			"leader-election.relinquish-cron=0 0 0 30 2 * | which never matches | day and month",
			"leader-election.relinquish-zone=Mars/Olympus | leader-election.relinquish-zone is 'Mars/Olympus' | Europe/Berlin",
			"leader-election.max-term=-1s | leader-election.max-term is -1s | 0s for any time",
			"leader-election.max-term=5s | leader-election.max-term is 5s | more than renew-interval, which is 5s",
			"leader-election.elections.billing.max-term=1s | leader-election.elections[billing].max-term is 1s | renew-interval" })
	void isRefusedWithTheRemedy(String property, String problem, String remedy) {
		assertRefused(property, problem, remedy);
	}

	@Test
	void invalidDurationIsRefusedBySpringBoot() {
		this.contextRunner.withPropertyValues("leader-election.max-term=@every 60s")
			.run((context) -> assertThat(context.getStartupFailure()).hasStackTraceContaining("max-term")
				.hasStackTraceContaining("@every 60s"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.max-term=0s", "leader-election.relinquish-cron=-",
			"leader-election.relinquish-cron=@daily", "leader-election.relinquish-cron=0 0 0 29 2 *",
			"leader-election.relinquish-zone=UTC" })
	void isAccepted(String property) {
		this.contextRunner.withPropertyValues(property).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void leaderHandsOverAndLeadsAgainAfterTheCoolDown() {
		Terms terms = new Terms();
		this.contextRunner.withBean(Terms.class, () -> terms)
			.withPropertyValues("leader-election.lease-duration=600ms", "leader-election.cool-down=1ms",
					"leader-election.elections.billing.max-term=300ms", "leader-election.elections.reports.max-term=0s",
					"leader-election.max-term=1h")
			.run((context) -> {
				LeaderElections elections = context.getBean(LeaderElections.class);
				Awaitility.await().until(() -> terms.ended("billing") >= 3);
				LeaderElection reports = elections.get("reports");
				Awaitility.await().until(reports::isLeader);
				assertThat(terms.ended("reports")).isZero();
			});
	}

	@Test
	void leaderHandsOverAtATimeOfDay() {
		Terms terms = new Terms();
		this.contextRunner.withBean(Terms.class, () -> terms)
			.withPropertyValues("leader-election.cool-down=1ms", "leader-election.relinquish-cron=* * * * * *",
					"leader-election.relinquish-zone=Europe/Berlin")
			.run((context) -> Awaitility.await().until(() -> terms.ended("default") >= 2));
	}

	/** Counts terms that the leader itself ended. */
	static class Terms implements ApplicationListener<LeadershipRevokedEvent> {

		private final List<String> ended = new CopyOnWriteArrayList<>();

		@Override
		public void onApplicationEvent(LeadershipRevokedEvent event) {
			if (event.getCause() == TransitionCause.TENURE) {
				this.ended.add(event.getElection());
			}
		}

		long ended(String election) {
			return this.ended.stream().filter(election::equals).count();
		}

	}

}
