/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import javax.sql.DataSource;

import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;
import io.leaderelection.store.jdbc.advisory.AdvisoryLeaseStoreFactory;
import io.leaderelection.time.TimeSystem;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the {@code postgres} store. It has the properties of the
 * {@code jdbc} store, and finds its database in the same way.
 */
@AutoConfiguration(after = JdbcLeaseStoreAutoConfiguration.class, before = LeaderElectionAutoConfiguration.class)
@EnableConfigurationProperties(JdbcLeaderElectionProperties.class)
public final class PostgresLeaseStoreAutoConfiguration {

	@Bean
	@DependsOnDatabaseInitialization
	LeaseStoreDescriptor postgresLeaseStoreDescriptor(ObjectProvider<JdbcLeaderElectionProperties> properties,
			ListableBeanFactory beanFactory, ObjectProvider<DataSource> dataSources,
			@LeaderElectionStore ObjectProvider<DataSource> qualified, ObjectProvider<PhysicalConnections> physical) {
		return LeaseStoreDescriptor.lazily(AdvisoryLeaseStoreFactory.NAME, "leader-election-jdbc", Reach.SHARED, () -> {
			JdbcLeaderElectionProperties bound = properties.getObject();
			StoreSource source = new StoreSource(new ConnectionSources(bound, physical.orderedStream().toList()),
					new DataSourceChoice(beanFactory, dataSources, qualified));
			return new PostgresLeaseStoreDescriptor(source, bound, new StoreStartup(bound, TimeSystem.system()));
		});
	}

}
