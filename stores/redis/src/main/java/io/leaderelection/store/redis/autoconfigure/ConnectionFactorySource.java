/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import io.leaderelection.autoconfigure.StoreBean;
import io.leaderelection.store.redis.RedisTarget;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Uses the application's connection factory.
 */
final class ConnectionFactorySource implements RedisConnectionSource {

	private static final boolean JEDIS = ClassUtils.isPresent("redis.clients.jedis.Jedis",
			ConnectionFactorySource.class.getClassLoader());

	private final StoreBean<RedisConnectionFactory> bean;

	ConnectionFactorySource(ConfigurableListableBeanFactory beanFactory) {
		this.bean = new StoreBean<>(RedisConnectionFactory.class, beanFactory);
	}

	@Override
	public @Nullable String evidence() {
		return this.bean.evidence();
	}

	@Override
	public @Nullable RedisTarget target() {
		RedisConnectionFactory factory = this.bean.find();
		if (factory instanceof LettuceConnectionFactory lettuce) {
			return new LettuceConnectionCopy(lettuce).target();
		}
		return (factory != null && JEDIS) ? JedisConnectionCopy.target(factory) : null;
	}

}
