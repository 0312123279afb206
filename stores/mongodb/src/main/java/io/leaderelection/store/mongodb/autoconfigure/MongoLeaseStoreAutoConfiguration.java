/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb.autoconfigure;

import com.mongodb.client.MongoClient;
import io.leaderelection.autoconfigure.ConditionalOnLeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.StoreBean;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the MongoDB store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration")
@EnableConfigurationProperties(MongoLeaderElectionProperties.class)
@ConditionalOnLeaderElectionStore(MongoLeaseStoreDescriptor.NAME)
public final class MongoLeaseStoreAutoConfiguration {

	@Bean
	@Lazy
	LeaseStoreDescriptor mongoLeaseStoreDescriptor(MongoLeaderElectionProperties properties,
			ConfigurableListableBeanFactory beanFactory) {
		return new MongoLeaseStoreDescriptor(properties, new StoreBean<>(MongoClient.class, beanFactory));
	}

}
