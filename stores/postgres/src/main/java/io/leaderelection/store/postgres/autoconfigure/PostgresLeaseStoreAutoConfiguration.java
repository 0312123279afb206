/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres.autoconfigure;

import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;
import io.leaderelection.store.jdbc.autoconfigure.JdbcStoreSetup;
import io.leaderelection.store.postgres.AdvisoryLeaseStoreFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration of the {@code postgres} store, which has the properties of the
 * {@code jdbc} store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
@Import(JdbcStoreSetup.class)
public final class PostgresLeaseStoreAutoConfiguration {

	static final String ARTIFACT = "leader-election-postgres";

	@Bean
	@DependsOnDatabaseInitialization
	LeaseStoreDescriptor postgresLeaseStoreDescriptor(ObjectProvider<JdbcStoreSetup> setup) {
		return LeaseStoreDescriptor.lazily(AdvisoryLeaseStoreFactory.NAME, ARTIFACT, Reach.SHARED,
				() -> new PostgresLeaseStoreDescriptor(setup.getObject()));
	}

}
