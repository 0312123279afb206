/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;
import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import io.leaderelection.time.TimeSystem;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.datasource.AbstractDriverBasedDataSource;

/**
 * Auto-configuration of the {@code jdbc} store. Needs no more than a driver; what an
 * application has besides is used where it is there.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
@EnableConfigurationProperties(JdbcLeaderElectionProperties.class)
public final class JdbcLeaseStoreAutoConfiguration {

	@Bean
	@DependsOnDatabaseInitialization
	LeaseStoreDescriptor jdbcLeaseStoreDescriptor(ObjectProvider<JdbcLeaderElectionProperties> properties,
			ListableBeanFactory beanFactory, ObjectProvider<DataSource> dataSources,
			@LeaderElectionStore ObjectProvider<DataSource> qualified, ObjectProvider<PhysicalConnections> physical) {
		return LeaseStoreDescriptor.lazily(JdbcLeaseStoreFactory.NAME, "leader-election-jdbc", Reach.SHARED,
				() -> new JdbcLeaseStoreDescriptor(
						new ConnectionSources(properties.getObject(), physical.orderedStream().toList()),
						new DataSourceChoice(beanFactory, dataSources, qualified),
						new StoreStartup(properties.getObject(), TimeSystem.system())));
	}

	/**
	 * HikariCP is there.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(HikariDataSource.class)
	static class HikariConfiguration {

		@Bean
		@Order(1)
		PhysicalConnections hikariLeaseStoreConnections() {
			return new HikariPhysicalConnections();
		}

	}

	/**
	 * Spring's JDBC support is there.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(AbstractDriverBasedDataSource.class)
	static class DriverConfiguration {

		@Bean
		@Order(2)
		PhysicalConnections driverLeaseStoreConnections() {
			return new DriverPhysicalConnections();
		}

	}

	/**
	 * Boot's JDBC support is there.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(JdbcConnectionDetails.class)
	static class DetailsConfiguration {

		@Bean
		@Order(3)
		PhysicalConnections detailsLeaseStoreConnections(ConfigurableListableBeanFactory beanFactory,
				ObjectProvider<JdbcConnectionDetails> details) {
			return new DetailsPhysicalConnections(beanFactory, details);
		}

	}

}
