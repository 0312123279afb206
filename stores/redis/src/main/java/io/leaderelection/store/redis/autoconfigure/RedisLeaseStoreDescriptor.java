/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.redis.RedisLeaseStoreFactory;
import io.leaderelection.store.redis.RedisTarget;

import org.springframework.util.StringUtils;

/**
 * Describes the Redis store.
 */
final class RedisLeaseStoreDescriptor implements LeaseStoreDescriptor {

	static final String NAME = "redis";

	private static final String MISSING_CLIENT = "io.lettuce:lettuce-core is not on the class path";

	private static final String PREFIX = "leader-election.redis.";

	private final RedisLeaderElectionProperties properties;

	private final ApplicationConnection connection;

	RedisLeaseStoreDescriptor(RedisLeaderElectionProperties properties, ApplicationConnection connection) {
		this.properties = properties;
		this.connection = connection;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Detection detect() {
		if (!this.connection.hasClient()) {
			return Detection.none(MISSING_CLIENT);
		}
		if (StringUtils.hasText(this.properties.url())) {
			return Detection.configured(ConfiguredUrl.PROPERTY);
		}
		String evidence = this.connection.evidence();
		return (evidence != null) ? Detection.detected(evidence) : Detection
			.none("there is no default RedisConnectionFactory bean, and " + ConfiguredUrl.PROPERTY + " is not set");
	}

	@Override
	public LeaseStoreFactory factory() {
		if (!this.connection.hasClient()) {
			throw new LeaderElectionConfigurationException("leader-election.backend is 'redis', but " + MISSING_CLIENT,
					"Add the dependency io.lettuce:lettuce-core, or org.springframework.boot:"
							+ "spring-boot-starter-data-redis, which brings it");
		}
		RedisLeaseStoreFactory.Builder builder = RedisLeaseStoreFactory.builder(target());
		LeaderElectionConfigurationException.requireLegal(() -> builder.keyPrefix(this.properties.keyPrefix()),
				(problem) -> PREFIX + "key-prefix cannot be used: " + problem,
				"Correct it, or remove it: leader-election: is the default");
		LeaderElectionConfigurationException.requireLegal(() -> builder.waitReplicas(this.properties.waitReplicas()),
				(problem) -> PREFIX + "wait-replicas is " + this.properties.waitReplicas(), "Set it to 0 or more");
		return builder.build();
	}

	private RedisTarget target() {
		if (StringUtils.hasText(this.properties.url())) {
			return new ConfiguredUrl(this.properties).target();
		}
		RedisTarget target = this.connection.target();
		if (target != null) {
			return target;
		}
		String evidence = this.connection.evidence();
		String unknown = (evidence != null) ? " (" + evidence + " cannot be copied)" : "";
		throw new LeaderElectionConfigurationException("The Redis store does not know where Redis is" + unknown,
				"Set spring.data.redis.* with spring-boot-starter-data-redis on the class path, or set "
						+ ConfiguredUrl.PROPERTY + ", for example to redis://localhost:6379");
	}

}
