/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.Features;
import io.leaderelection.TransitionCause;
import io.leaderelection.guard.Contexts;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the properties that limit terms.
 */
class TenurePropertiesTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(Features.and())
		.withBean("localStore", LeaseStoreDescriptor.class, TestStores::local);

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
		Contexts.assertMisconfigured(this.contextRunner.withPropertyValues(property), problem, remedy);
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
		this.contextRunner
			.withPropertyValues("leader-election.lease-duration=600ms", "leader-election.cool-down=1ms",
					"leader-election.elections.billing.max-term=300ms", "leader-election.elections.reports.max-term=0s",
					"leader-election.max-term=1h")
			.run((context) -> {
				Awaitility.await().until(() -> ended(context, "billing") >= 2);
				Awaitility.await().until(Contexts.election(context, "reports")::isLeader);
				assertThat(ended(context, "reports")).isZero();
			});
	}

	/** Returns how many terms ended because of their length. */
	private static long ended(ApplicationContext context, String election) {
		return Contexts.election(context, election)
			.status()
			.transitions()
			.stream()
			.filter((transition) -> transition.cause() == TransitionCause.TENURE)
			.count();
	}

}
