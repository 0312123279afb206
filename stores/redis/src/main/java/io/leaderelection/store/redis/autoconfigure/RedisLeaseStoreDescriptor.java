/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.util.List;

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

	private static final String PREFIX = "leader-election.redis.";

	private final RedisLeaderElectionProperties properties;

	private final List<RedisConnectionSource> sources;

	RedisLeaseStoreDescriptor(RedisLeaderElectionProperties properties, List<RedisConnectionSource> sources) {
		this.properties = properties;
		this.sources = sources;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Reach reach() {
		return Reach.SHARED;
	}

	@Override
	public Detection detect() {
		if (StringUtils.hasText(this.properties.getUrl())) {
			return Detection.configured(ConfiguredUrl.PROPERTY);
		}
		for (RedisConnectionSource source : this.sources) {
			String evidence = source.evidence();
			if (evidence != null) {
				return Detection.detected(evidence);
			}
		}
		return Detection
			.none("there is no default RedisConnectionFactory bean, and " + ConfiguredUrl.PROPERTY + " is not set");
	}

	@Override
	public LeaseStoreFactory factory() {
		RedisLeaseStoreFactory.Builder builder = RedisLeaseStoreFactory.builder(target());
		try {
			builder.keyPrefix(this.properties.getKeyPrefix());
		}
		catch (IllegalArgumentException ex) {
			throw new LeaderElectionConfigurationException(
					PREFIX + "key-prefix cannot be used: " + String.valueOf(ex.getMessage()),
					"Correct it, or remove it: leader-election: is the default", ex);
		}
		try {
			builder.waitReplicas(this.properties.getWaitReplicas());
		}
		catch (IllegalArgumentException ex) {
			throw new LeaderElectionConfigurationException(
					PREFIX + "wait-replicas is " + this.properties.getWaitReplicas(), "Set it to 0 or more", ex);
		}
		return builder.build();
	}

	private RedisTarget target() {
		if (StringUtils.hasText(this.properties.getUrl())) {
			return new ConfiguredUrl(this.properties).target();
		}
		StringBuilder unknown = new StringBuilder();
		for (RedisConnectionSource source : this.sources) {
			RedisTarget target = source.target();
			if (target != null) {
				return target;
			}
			String evidence = source.evidence();
			if (evidence != null) {
				unknown.append(" (").append(evidence).append(" cannot be copied)");
			}
		}
		throw new LeaderElectionConfigurationException("The Redis store does not know where Redis is" + unknown,
				"Set spring.data.redis.* with spring-boot-starter-data-redis on the class path, or set "
						+ ConfiguredUrl.PROPERTY + ", for example to redis://localhost:6379");
	}

}
