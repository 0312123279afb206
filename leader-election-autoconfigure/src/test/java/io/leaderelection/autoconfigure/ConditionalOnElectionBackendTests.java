/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.AbstractAotProcessor;

import static org.assertj.core.api.Assertions.assertThat;

class ConditionalOnElectionBackendTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withUserConfiguration(Store.class);

	@AfterEach
	void endProcessing() {
		System.clearProperty(AbstractAotProcessor.AOT_PROCESSING);
	}

	@Test
	void anyStoreMayBeTheOneIfNoneIsNamed() {
		assertStore(true);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "one", "other", " one " })
	void matches(String backend) {
		assertStore(true, "leader-election.backend=" + backend);
	}

	@ParameterizedTest
	@ValueSource(strings = { "two", "onerous", "One", "${backend}" })
	void doesNotMatch(String backend) {
		assertStore(false, "leader-election.backend=" + backend);
	}

	@Test
	void resolvesPlaceholders() {
		assertStore(true, "leader-election.backend=${backend}", "backend=other");
		assertStore(false, "leader-election.backend=${backend}", "backend=two");
	}

	@ParameterizedTest
	@ValueSource(strings = { "store.always-there=true", "store.alwaysThere=true", "store.always_there=false",
			"store.always-there=" })
	void matchesForAnotherPropertyHoweverItIsWritten(String property) {
		assertStore(true, "leader-election.backend=two", property);
	}

	@Test
	void matchesWhateverIsNamedWhileProcessedAheadOfTime() {
		System.setProperty(AbstractAotProcessor.AOT_PROCESSING, "true");
		assertStore(true, "leader-election.backend=two");
	}

	private void assertStore(boolean present, String... properties) {
		this.contextRunner.withPropertyValues(properties)
			.run((context) -> assertThat(context.containsBean("store")).isEqualTo(present));
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnElectionBackend(value = { "one", "other" }, orIfSet = "store.always-there")
	static class Store {

		@Bean
		String store() {
			return "store";
		}

	}

}
