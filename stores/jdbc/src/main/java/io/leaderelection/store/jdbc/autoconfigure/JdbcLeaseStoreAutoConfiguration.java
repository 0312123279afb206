/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import io.leaderelection.autoconfigure.ConditionalOnLeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the {@code jdbc} store. It requires only a JDBC driver, and uses
 * the data sources and libraries of the application if there are any.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
@Import(JdbcStoreSetup.class)
@ConditionalOnLeaderElectionStore(JdbcLeaseStoreFactory.NAME)
public final class JdbcLeaseStoreAutoConfiguration {

	@Bean
	@Lazy
	@DependsOnDatabaseInitialization
	LeaseStoreDescriptor jdbcLeaseStoreDescriptor(JdbcStoreSetup setup) {
		return new JdbcLeaseStoreDescriptor(setup);
	}

}
