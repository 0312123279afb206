/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.StoreBean;
import io.leaderelection.store.redis.RedisTarget;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * The application's own Redis connection: that of its connection factory, otherwise the
 * one that Spring Boot's connection details describe. Works without the libraries that
 * are not on the class path.
 */
final class ApplicationConnection {

	/** A class by which the client is detected. */
	static final String CLIENT = "io.lettuce.core.RedisClient";

	/** A class by which Spring Data Redis is detected. */
	static final String SPRING_DATA = "org.springframework.data.redis.connection.RedisConnectionFactory";

	/** A class by which Boot's support for Redis is detected. */
	static final String BOOT = "org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails";

	private static final int DEFAULT_PORT = 6379;

	private final ConfigurableListableBeanFactory beanFactory;

	ApplicationConnection(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/** Returns whether the client is on the class path. */
	boolean hasClient() {
		return isPresent(CLIENT);
	}

	/**
	 * Describes the connection factory. Does not connect. Connection details do not
	 * count: Boot defines them even if Redis is not used.
	 * @return the description, or {@code null} if there is none
	 */
	@Nullable String evidence() {
		return isPresent(SPRING_DATA) ? factories().evidence() : null;
	}

	/**
	 * Copies the address of the connection.
	 * @return the address of Redis, or {@code null} if the application has no connection
	 * of a known kind
	 * @throws LeaderElectionConfigurationException if it cannot be copied
	 */
	@Nullable RedisTarget target() {
		RedisConnectionFactory factory = isPresent(SPRING_DATA) ? factories().find() : null;
		RedisTarget target = (factory != null) ? ConnectionCopy.ofFactory(factory) : null;
		if (target != null || !isPresent(BOOT)) {
			return target;
		}
		DataRedisConnectionDetails details = this.beanFactory.getBeanProvider(DataRedisConnectionDetails.class)
			.getIfUnique();
		return (details != null && (factory == null || isChosen(details))) ? new ConnectionDetailsCopy(details).target()
				: null;
	}

	/**
	 * Returns whether somebody has chosen the server of connection details. Boot's
	 * default is this machine, where a factory of an unknown kind need not connect.
	 */
	private boolean isChosen(DataRedisConnectionDetails details) {
		DataRedisConnectionDetails.Standalone server = details.getStandalone();
		Environment environment = this.beanFactory.getBean(Environment.class);
		return server == null || !server.getHost().equals("localhost") || server.getPort() != DEFAULT_PORT
				|| environment.containsProperty("spring.data.redis.host")
				|| environment.containsProperty("spring.data.redis.url");
	}

	private StoreBean<RedisConnectionFactory> factories() {
		return new StoreBean<>(RedisConnectionFactory.class, this.beanFactory);
	}

	private boolean isPresent(String className) {
		return ClassUtils.isPresent(className, this.beanFactory.getBeanClassLoader());
	}

}
