/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.Features;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.aot.AbstractAotProcessor;

import static org.assertj.core.api.Assertions.assertThat;

class OnLeaderElectionStoreConditionTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withUserConfiguration(LocalStore.class, RedisStore.class, ForeignStore.class);

	@AfterEach
	void endProcessing() {
		System.clearProperty(AbstractAotProcessor.AOT_PROCESSING);
	}

	private void assertStores(ApplicationContextRunner application, String... beans) {
		application.run((context) -> assertThat(context.getBeanNamesForType(LeaseStoreDescriptor.class))
			.containsExactly(beans));
	}

	@Test
	void allStoresMatchIfNoneIsNamed() {
		assertStores(this.runner, "local", "redis", "foreign");
	}

	@ParameterizedTest
	@CsvSource({ "'', local redis foreign", "' ', local redis foreign", "local, local foreign",
			"' redis ', redis foreign", "${other}, redis foreign", "foreign, foreign", "Redis, foreign",
			"${unknown}, foreign" })
	void onlyTheNamedStoreAndThoseWithoutTheConditionMatch(String backend, String beans) {
		assertStores(this.runner.withPropertyValues("other=redis", "leader-election.backend=" + backend),
				beans.split(" "));
	}

	@Test
	void nameIsReadAsInBinding() {
		assertStores(this.runner.withPropertyValues("leaderElection.BACKEND=redis"), "redis", "foreign");
	}

	@Test
	void allStoresMatchWhileProcessedAheadOfTime() {
		System.setProperty(AbstractAotProcessor.AOT_PROCESSING, "true");
		assertStores(this.runner.withPropertyValues("leader-election.backend=redis"), "local", "redis", "foreign");
	}

	@Test
	void reportShowsWhyAStoreIsExcluded() {
		this.runner.withPropertyValues("leader-election.backend=redis")
			.run((context) -> assertThat(ConditionEvaluationReport.get(context.getBeanFactory())
				.getConditionAndOutcomesBySource()
				.get(LocalStore.class.getName())).extracting((one) -> one.getOutcome().getMessage())
				.containsExactly("@ConditionalOnLeaderElectionStore (local) leader-election.backend is 'redis'"));
	}

	@Test
	void refusalOfAnUnknownStoreNamesExcludedStores() {
		this.runner.withConfiguration(Features.and())
			.withPropertyValues("leader-election.backend=reddis", "leader-election.namespace=tests")
			.run((context) -> assertThat(context.getStartupFailure())
				.hasRootCauseInstanceOf(LeaderElectionConfigurationException.class)
				.hasStackTraceContaining("Did you mean 'redis'? Use one of: foreign, local, redis"));
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnLeaderElectionStore("local")
	static class LocalStore {

		@Bean
		@Lazy
		LeaseStoreDescriptor local() {
			return TestStores.local();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnLeaderElectionStore("redis")
	static class RedisStore {

		@Bean
		@Lazy
		LeaseStoreDescriptor redis() {
			return TestStores.detected("redis");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ForeignStore {

		@Bean
		LeaseStoreDescriptor foreign() {
			return TestStores.detected("foreign");
		}

	}

}
