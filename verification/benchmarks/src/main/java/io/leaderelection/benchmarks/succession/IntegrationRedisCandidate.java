/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.Locale;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * A candidate that uses Spring Integration over Redis.
 */
final class IntegrationRedisCandidate extends IntegrationCandidate {

	private static final String REGISTRY = "succession";

	/**
	 * Starts the application.
	 * @param settings the settings of the candidate
	 * @param lockType the type of the locks, in lower case
	 */
	IntegrationRedisCandidate(CandidateSettings settings, String lockType) {
		super(settings, Application.class, "--lock-type=" + lockType);
	}

	@Override
	LockRegistry<?> registry(ConfigurableApplicationContext context, CandidateSettings settings) {
		RedisConnectionFactory connections = context.getBean(RedisConnectionFactory.class);
		RedisLockRegistry registry = (settings.lease() != null)
				? new RedisLockRegistry(connections, REGISTRY, settings.lease().toMillis())
				: new RedisLockRegistry(connections, REGISTRY);
		registry.setRedisLockType(RedisLockType
			.valueOf(context.getEnvironment().getRequiredProperty("lock-type").toUpperCase(Locale.ROOT)));
		return registry;
	}

	/** The application. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
