/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres.autoconfigure;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class PostgresLeaseStoreDescriptorTests {

	private static final String URL = "leader-election.jdbc.url=jdbc:postgresql://127.0.0.1:1/orders";

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(PostgresLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.namespace=tests", "leader-election.backend=postgres");

	@Test
	void otherDatabaseIsRefused() {
		assertRefused(this.contextRunner.withPropertyValues("leader-election.jdbc.url=jdbc:h2:mem:other"),
				"The postgres store needs PostgreSQL, but finds 'h2' at the database of leader-election.jdbc.url",
				"leader-election.backend=jdbc");
	}

	@Test
	void dataSourceThatOnlyLendsConnectionsIsRefused() {
		assertRefused(this.contextRunner.withBean(DataSource.class, () -> {
			HikariDataSource pool = new HikariDataSource();
			pool.setJdbcUrl("jdbc:h2:mem:");
			return pool;
		}), "only lends connections. Set leader-election.jdbc.url");
	}

	@Test
	void noDatabaseIsRefused() {
		assertRefused(this.contextRunner,
				"The store 'postgres' of leader election has no database: there is no DataSource bean",
				"set leader-election.jdbc.url");
	}

	@Test
	void illegalTableNameIsRefused() {
		assertRefused(this.contextRunner.withPropertyValues(URL, "leader-election.jdbc.table-name=a b"),
				"leader-election.jdbc.table-name is 'a b'");
	}

	private static void assertRefused(ApplicationContextRunner runner, String... parts) {
		runner.run((context) -> assertThat(parts)
			.allSatisfy((part) -> assertThat(context.getStartupFailure()).hasStackTraceContaining(part)
				.hasStackTraceContaining(LeaderElectionConfigurationException.class.getName())));
	}

	@Test
	void unreachableServerDoesNotFailTheStart() {
		this.contextRunner.withPropertyValues(URL).run((context) -> {
			assertThat(context).hasNotFailed();
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).as("is used only if named").isEqualTo(Strength.NONE);
			assertThat(descriptor.factory().traits().sharedLease()).isTrue();
		});
	}

}
