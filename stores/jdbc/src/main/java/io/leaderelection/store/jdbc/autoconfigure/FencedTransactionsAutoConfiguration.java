/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import javax.sql.DataSource;

import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.time.TimeSystem;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * Auto-configuration of fenced transactions. Whether they are wanted is no condition of a
 * bean: those are decided when an application is processed ahead of time.
 */
@AutoConfiguration(after = { JdbcLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class })
@ConditionalOnClass(DataSourceUtils.class)
@EnableConfigurationProperties(JdbcLeaderElectionProperties.class)
public final class FencedTransactionsAutoConfiguration {

	@Bean
	static LazyInitializationExcludeFilter fencedTransactionsLazyInitializationExcludeFilter() {
		return LazyInitializationExcludeFilter.forBeanTypes(FencedTransactionsActivation.class);
	}

	@Bean
	FencedTransactionsActivation fencedTransactionsActivation(Environment environment,
			ObjectProvider<LeaderElections> elections, ObjectProvider<JdbcLeaderElectionProperties> properties,
			ConfigurableListableBeanFactory beanFactory, ObjectProvider<DataSource> dataSources,
			@LeaderElectionStore ObjectProvider<DataSource> qualified) {
		return new FencedTransactionsActivation(environment, elections,
				() -> new FencedManagers(beanFactory, properties.getObject()), (manager) -> {
					JdbcLeaderElectionProperties bound = properties.getObject();
					StoreSource source = new StoreSource(new ConnectionSources(bound, beanFactory),
							new DataSourceChoice(beanFactory, dataSources, qualified));
					return new FenceProof(manager, () -> source.choose(elections.getObject().backend().type()),
							bound.getTableName(), TimeSystem.system());
				});
	}

}
