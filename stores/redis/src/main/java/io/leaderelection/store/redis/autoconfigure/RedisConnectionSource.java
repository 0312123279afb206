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
 * Source of the application's own Redis connection.
 */
interface RedisConnectionSource {

	/** A class by which the client is detected. */
	String CLIENT = "io.lettuce.core.RedisClient";

	/** A class by which Spring Data Redis is detected. */
	String SPRING_DATA = "org.springframework.data.redis.connection.RedisConnectionFactory";

	/** A class by which Boot's support for Redis is detected. */
	String BOOT = "org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails";

	/**
	 * Returns the sources whose libraries are on the class path.
	 * @param beanFactory the application's beans
	 * @return the sources, in the order in which to try them
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
	 * Describes the connection that was found. Does not connect.
	 * @return the description, or {@code null} if there is no connection
	 */
	@Nullable String evidence();

	/**
	 * Copies the address of the connection.
	 * @return the address of Redis, or {@code null} if the kind of connection is unknown
	 * @throws LeaderElectionConfigurationException if it cannot be copied
	 */
	@Nullable RedisTarget target();

}
