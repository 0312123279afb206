/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.redis.RedisTarget;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Where the application itself says that Redis is.
 */
interface RedisConnectionSource {

	/** A class by which the client is detected. */
	String CLIENT = "io.lettuce.core.RedisClient";

	/** A class by which Spring Data Redis is detected. */
	String SPRING_DATA = "org.springframework.data.redis.connection.RedisConnectionFactory";

	/** A class by which Boot's support for Redis is detected. */
	String BOOT = "org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails";

	/**
	 * Those whose libraries are there.
	 * @param beanFactory the application's beans
	 * @return in the order in which to ask them
	 */
	static List<RedisConnectionSource> known(ConfigurableListableBeanFactory beanFactory) {
		List<RedisConnectionSource> known = new ArrayList<>();
		if (isPresent(beanFactory, SPRING_DATA)) {
			known.add(new ConnectionFactorySource(beanFactory));
		}
		if (isPresent(beanFactory, BOOT)) {
			known.add(new ConnectionDetailsSource(beanFactory));
		}
		return known;
	}

	private static boolean isPresent(ConfigurableListableBeanFactory beanFactory, String className) {
		return ClassUtils.isPresent(className, beanFactory.getBeanClassLoader());
	}

	/**
	 * The connection that was found. Does not connect.
	 * @return names it, or {@code null} if there is nothing
	 */
	@Nullable String evidence();

	/**
	 * Copies it.
	 * @return where Redis is, or {@code null} if it is of a kind that is not known
	 * @throws LeaderElectionConfigurationException if it cannot be copied
	 */
	@Nullable RedisTarget target();

}
