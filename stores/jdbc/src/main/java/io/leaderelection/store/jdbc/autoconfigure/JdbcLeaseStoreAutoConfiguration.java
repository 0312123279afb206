/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;
import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Auto-configuration of the {@code jdbc} store. It needs no more than a driver; what an
 * application has besides is used where it is there.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
@Import(JdbcStoreSetup.class)
public final class JdbcLeaseStoreAutoConfiguration {

	/** What tells that Spring's JDBC support is there. */
	static final String SPRING_JDBC = "org.springframework.jdbc.datasource.DataSourceUtils";

	JdbcLeaseStoreAutoConfiguration(Environment environment, ConfigurableListableBeanFactory beanFactory) {
		requireSpringJdbc(environment, beanFactory.getBeanClassLoader());
	}

	@Bean
	@DependsOnDatabaseInitialization
	LeaseStoreDescriptor jdbcLeaseStoreDescriptor(ObjectProvider<JdbcStoreSetup> setup) {
		return LeaseStoreDescriptor.lazily(JdbcLeaseStoreFactory.NAME, "leader-election-jdbc", Reach.SHARED,
				() -> new JdbcLeaseStoreDescriptor(setup.getObject()));
	}

	/** Looks where the condition of fenced transactions looks. */
	private static void requireSpringJdbc(Environment environment, @Nullable ClassLoader classLoader) {
		// Asked first, since to look for a class that is not there takes longest
		if (JdbcLeaderElectionProperties.areTransactionsFenced(environment)
				&& !ClassUtils.isPresent(SPRING_JDBC, classLoader)) {
			throw new LeaderElectionConfigurationException(
					JdbcLeaderElectionProperties.FENCED_TRANSACTIONS
							+ " is true, but Spring's JDBC support is not on the class path",
					"Add spring-boot-starter-jdbc to the application, or remove the property");
		}
	}

}
