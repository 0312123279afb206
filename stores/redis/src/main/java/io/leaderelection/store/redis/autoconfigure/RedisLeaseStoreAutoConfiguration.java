/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import io.leaderelection.autoconfigure.ConditionalOnLeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the Redis store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration")
@EnableConfigurationProperties(RedisLeaderElectionProperties.class)
@ConditionalOnLeaderElectionStore(RedisLeaseStoreDescriptor.NAME)
public final class RedisLeaseStoreAutoConfiguration {

	@Bean
	@Lazy
	LeaseStoreDescriptor redisLeaseStoreDescriptor(RedisLeaderElectionProperties properties,
			ConfigurableListableBeanFactory beanFactory) {
		return new RedisLeaseStoreDescriptor(properties, new ApplicationConnection(beanFactory));
	}

}
