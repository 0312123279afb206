/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence.autoconfigure;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.jdbc.autoconfigure.JdbcLeaderElectionProperties;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration that rejects fenced transactions if Spring's JDBC support is
 * missing.
 */
@AutoConfiguration
@ConditionalOnMissingClass("org.springframework.jdbc.datasource.DataSourceUtils")
public final class FencedTransactionsUnavailableAutoConfiguration {

	FencedTransactionsUnavailableAutoConfiguration(Environment environment) {
		if (JdbcLeaderElectionProperties.areTransactionsFenced(environment)) {
			throw new LeaderElectionConfigurationException(
					JdbcLeaderElectionProperties.FENCED_TRANSACTIONS
							+ " is true, but Spring's JDBC support is not on the class path",
					"Add spring-boot-starter-jdbc to the application, or remove the property");
		}
	}

}
