/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence.autoconfigure;

import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.store.jdbc.autoconfigure.JdbcLeaseStoreAutoConfiguration;
import io.leaderelection.store.jdbc.autoconfigure.JdbcStoreSetup;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * Auto-configuration of fenced transactions. The beans check the property at run time
 * instead of by a condition, because conditions are evaluated when an application is
 * processed ahead of time.
 */
@AutoConfiguration(after = { JdbcLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class })
@ConditionalOnClass(DataSourceUtils.class)
@Import(JdbcStoreSetup.class)
public final class FencedTransactionsAutoConfiguration {

	@Bean
	static LazyInitializationExcludeFilter fencedTransactionsLazyInitializationExcludeFilter() {
		return LazyInitializationExcludeFilter.forBeanTypes(FencedTransactionsActivation.class);
	}

	@Bean
	FencedTransactionsActivation fencedTransactionsActivation(ListableBeanFactory beanFactory,
			Environment environment) {
		return new FencedTransactionsActivation(beanFactory, environment);
	}

}
