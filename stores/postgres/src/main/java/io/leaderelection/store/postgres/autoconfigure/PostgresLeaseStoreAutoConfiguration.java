/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres.autoconfigure;

import io.leaderelection.autoconfigure.ConditionalOnLeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.store.jdbc.autoconfigure.JdbcStoreSetup;
import io.leaderelection.store.postgres.AdvisoryLeaseStoreFactory;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the {@code postgres} store, which uses the properties of the
 * {@code jdbc} store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
@Import(JdbcStoreSetup.class)
@ConditionalOnLeaderElectionStore(AdvisoryLeaseStoreFactory.NAME)
public final class PostgresLeaseStoreAutoConfiguration {

	@Bean
	@Lazy
	@DependsOnDatabaseInitialization
	LeaseStoreDescriptor postgresLeaseStoreDescriptor(JdbcStoreSetup setup) {
		return new PostgresLeaseStoreDescriptor(setup);
	}

}
