/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.util.ClassUtils;

/**
 * Auto-configuration of the Redis store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration")
@EnableConfigurationProperties(RedisLeaderElectionProperties.class)
public final class RedisLeaseStoreAutoConfiguration {

	@Bean
	LeaseStoreDescriptor redisLeaseStoreDescriptor(ObjectProvider<RedisLeaderElectionProperties> properties,
			ConfigurableListableBeanFactory beanFactory) {
		if (!ClassUtils.isPresent(RedisConnectionSource.CLIENT, beanFactory.getBeanClassLoader())) {
			return new MissingClientDescriptor();
		}
		return LeaseStoreDescriptor.lazily(RedisLeaseStoreDescriptor.NAME, RedisLeaseStoreDescriptor.ARTIFACT,
				Reach.SHARED,
				() -> new RedisLeaseStoreDescriptor(properties.getObject(), RedisConnectionSource.known(beanFactory)));
	}

}
