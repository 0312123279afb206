/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;
import io.lettuce.core.RedisClient;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Auto-configuration of the Redis store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration")
@EnableConfigurationProperties(RedisLeaderElectionProperties.class)
public final class RedisLeaseStoreAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RedisClient.class)
	static class WithClient {

		@Bean
		LeaseStoreDescriptor redisLeaseStoreDescriptor(ObjectProvider<RedisLeaderElectionProperties> properties,
				ObjectProvider<RedisConnectionSource> sources) {
			return LeaseStoreDescriptor.lazily(RedisLeaseStoreDescriptor.NAME, RedisLeaseStoreDescriptor.ARTIFACT,
					Reach.SHARED,
					() -> new RedisLeaseStoreDescriptor(properties.getObject(), sources.orderedStream().toList()));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass("io.lettuce.core.RedisClient")
	static class WithoutClient {

		@Bean
		LeaseStoreDescriptor redisLeaseStoreDescriptor() {
			return new MissingClientDescriptor();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ RedisClient.class, RedisConnectionFactory.class })
	static class FromSpringData {

		@Bean
		@Order(1)
		RedisConnectionSource connectionFactoryRedisConnectionSource(ListableBeanFactory beanFactory) {
			return new ConnectionFactorySource(beanFactory);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ RedisClient.class, DataRedisConnectionDetails.class })
	static class FromConnectionDetails {

		@Bean
		@Order(2)
		RedisConnectionSource connectionDetailsRedisConnectionSource(
				ObjectProvider<DataRedisConnectionDetails> details) {
			return new ConnectionDetailsSource(details);
		}

	}

}
