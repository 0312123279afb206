/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import javax.sql.DataSource;

import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;
import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import io.leaderelection.store.jdbc.advisory.AdvisoryLeaseStoreFactory;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Auto-configuration of the stores over a database, {@code jdbc} and {@code postgres}.
 * They need no more than a driver; what an application has besides is used where it is
 * there.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
@EnableConfigurationProperties(JdbcLeaderElectionProperties.class)
public final class JdbcLeaseStoreAutoConfiguration {

	/** What tells that Spring's JDBC support is there. */
	static final String SPRING_JDBC = "org.springframework.jdbc.datasource.DataSourceUtils";

	private static final String ARTIFACT = "leader-election-jdbc";

	private final ObjectProvider<JdbcLeaderElectionProperties> properties;

	private final ConfigurableListableBeanFactory beanFactory;

	JdbcLeaseStoreAutoConfiguration(Environment environment, ObjectProvider<JdbcLeaderElectionProperties> properties,
			ConfigurableListableBeanFactory beanFactory) {
		requireSpringJdbc(environment, beanFactory.getBeanClassLoader());
		this.properties = properties;
		this.beanFactory = beanFactory;
	}

	@Bean
	@DependsOnDatabaseInitialization
	LeaseStoreDescriptor jdbcLeaseStoreDescriptor(ObjectProvider<DataSource> dataSources,
			@LeaderElectionStore ObjectProvider<DataSource> qualified) {
		return LeaseStoreDescriptor.lazily(JdbcLeaseStoreFactory.NAME, ARTIFACT, Reach.SHARED, () -> {
			JdbcLeaderElectionProperties bound = this.properties.getObject();
			return new JdbcLeaseStoreDescriptor(new ConnectionSources(bound, this.beanFactory),
					new DataSourceChoice(this.beanFactory, dataSources, qualified),
					new StoreStartup(bound, TimeSystem.system()));
		});
	}

	@Bean
	@DependsOnDatabaseInitialization
	LeaseStoreDescriptor postgresLeaseStoreDescriptor(ObjectProvider<DataSource> dataSources,
			@LeaderElectionStore ObjectProvider<DataSource> qualified) {
		return LeaseStoreDescriptor.lazily(AdvisoryLeaseStoreFactory.NAME, ARTIFACT, Reach.SHARED, () -> {
			JdbcLeaderElectionProperties bound = this.properties.getObject();
			StoreSource source = new StoreSource(new ConnectionSources(bound, this.beanFactory),
					new DataSourceChoice(this.beanFactory, dataSources, qualified));
			return new PostgresLeaseStoreDescriptor(source, bound, new StoreStartup(bound, TimeSystem.system()));
		});
	}

	/** Looks where the condition of fenced transactions looks. */
	private static void requireSpringJdbc(Environment environment, @Nullable ClassLoader classLoader) {
		// Asked first, since to look for a class that is not there takes longest
		if (FencedManagers.areWanted(environment) && !ClassUtils.isPresent(SPRING_JDBC, classLoader)) {
			throw new LeaderElectionConfigurationException(
					FencedManagers.PROPERTY + " is true, but Spring's JDBC support is not on the class path",
					"Add spring-boot-starter-jdbc to the application, or remove the property");
		}
	}

}
