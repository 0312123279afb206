/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

class ElectionBackendFilterTests {

	private static final String STORES = "io.leaderelection.store.";

	private static final String LOCAL = STORES + "local.autoconfigure.LocalLeaseStoreAutoConfiguration";

	private static final String JDBC = STORES + "jdbc.autoconfigure.JdbcLeaseStoreAutoConfiguration";

	private static final String REDIS = STORES + "redis.autoconfigure.RedisLeaseStoreAutoConfiguration";

	private static final String CUSTOM = "com.example.CustomLeaseStoreAutoConfiguration";

	private static final String ELECTION = LeaderElectionAutoConfiguration.class.getName();

	private final MockEnvironment environment = new MockEnvironment();

	@AfterEach
	void endProcessing() {
		System.clearProperty(AbstractAotProcessor.AOT_PROCESSING);
	}

	private List<String> remaining() {
		ElectionBackendFilter filter = new ElectionBackendFilter();
		filter.setEnvironment(this.environment);
		// Boot leaves a hole for each that another filter has left out
		String[] all = { LOCAL, null, JDBC, REDIS, CUSTOM, ELECTION };
		boolean[] matches = filter.match(all, mock(AutoConfigurationMetadata.class));
		assertThat(matches).hasSameSizeAs(all);
		List<String> remaining = new ArrayList<>();
		for (int i = 0; i < all.length; i++) {
			if (matches[i] && all[i] != null) {
				remaining.add(all[i]);
			}
		}
		return remaining;
	}

	@Test
	void isFound() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation().load(AutoConfigurationImportFilter.class))
			.hasAtLeastOneElementOfType(ElectionBackendFilter.class);
	}

	@Test
	void anyStoreMayBeTheOneIfNoneIsNamed() {
		assertThat(remaining()).containsExactly(LOCAL, JDBC, REDIS, CUSTOM, ELECTION);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " " })
	void anyStoreMayBeTheOneIfNothingIsNamed(String backend) {
		this.environment.setProperty("leader-election.backend", backend);
		assertThat(remaining()).containsExactly(LOCAL, JDBC, REDIS, CUSTOM, ELECTION);
	}

	@ParameterizedTest
	@CsvSource({ "local," + LOCAL, "' redis '," + REDIS, "jdbc," + JDBC })
	void theOneNamedAndStoresOfOthersStay(String backend, String autoConfiguration) {
		this.environment.setProperty("leader-election.backend", backend);
		assertThat(remaining()).containsExactly(autoConfiguration, CUSTOM, ELECTION);
	}

	@ParameterizedTest
	@ValueSource(strings = { "custom", "Redis", "${backend}" })
	void noneStaysForAnUnknownOne(String backend) {
		this.environment.setProperty("leader-election.backend", backend);
		assertThat(remaining()).containsExactly(CUSTOM, ELECTION);
	}

	@Test
	void placeholdersAreResolved() {
		this.environment.setProperty("leader-election.backend", "${backend}");
		this.environment.setProperty("backend", "redis");
		assertThat(remaining()).containsExactly(REDIS, CUSTOM, ELECTION);
	}

	@ParameterizedTest
	@ValueSource(strings = { "fenced-transactions", "fencedTransactions", "fenced_transactions" })
	void theDatabaseStaysToRefuseFencedTransactions(String property) {
		this.environment.setProperty("leader-election.backend", "redis");
		this.environment.setProperty("leader-election.jdbc." + property, "true");
		assertThat(remaining()).containsExactly(JDBC, REDIS, CUSTOM, ELECTION);
	}

	@Test
	void allStayWhileProcessedAheadOfTime() {
		System.setProperty(AbstractAotProcessor.AOT_PROCESSING, "true");
		this.environment.setProperty("leader-election.backend", "redis");
		assertThat(remaining()).containsExactly(LOCAL, JDBC, REDIS, CUSTOM, ELECTION);
	}

}
