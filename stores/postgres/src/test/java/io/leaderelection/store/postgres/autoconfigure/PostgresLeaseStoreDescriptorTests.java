/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres.autoconfigure;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class PostgresLeaseStoreDescriptorTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(PostgresLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.namespace=tests", "leader-election.backend=postgres");

	@Test
	void otherDatabaseIsRefused() {
		this.contextRunner.withPropertyValues("leader-election.jdbc.url=jdbc:h2:mem:other")
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining(LeaderElectionConfigurationException.class.getName())
				.hasStackTraceContaining("The postgres store needs PostgreSQL, but finds 'h2' at the database of "
						+ "leader-election.jdbc.url")
				.hasStackTraceContaining("leader-election.backend=jdbc"));
	}

	@Test
	void dataSourceThatOnlyLendsConnectionsIsRefused() {
		this.contextRunner.withBean(DataSource.class, () -> {
			HikariDataSource pool = new HikariDataSource();
			pool.setJdbcUrl("jdbc:h2:mem:");
			return pool;
		})
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining("only lends connections. Set leader-election.jdbc.url"));
	}

	@Test
	void noDatabaseIsRefused() {
		this.contextRunner.run((context) -> assertThat(context.getStartupFailure())
			.hasStackTraceContaining(
					"The store 'postgres' of leader election has no database: there is no DataSource " + "bean")
			.hasStackTraceContaining("set leader-election.jdbc.url"));
	}

	@Test
	void illegalTableNameIsRefused() {
		this.contextRunner
			.withPropertyValues("leader-election.jdbc.url=jdbc:postgresql://127.0.0.1:1/orders",
					"leader-election.jdbc.table-name=a b")
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining("leader-election.jdbc.table-name is 'a b'"));
	}

	@Test
	void unreachableServerDoesNotFailTheStart() {
		this.contextRunner.withPropertyValues("leader-election.jdbc.url=jdbc:postgresql://127.0.0.1:1/orders")
			.run((context) -> assertThat(context).hasNotFailed());
	}

}
