/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties of the Redis store.
 *
 * @param url URL of Redis: one redis://, rediss:// or redis-sentinel:// URL, or the
 * redis:// URLs of several cluster nodes, separated by commas. Default is the
 * application's own Redis connection.
 * @param username User name, if it is not part of the URL.
 * @param password Password, if it is not part of the URL.
 * @param keyPrefix Prefix of all keys and channels. Must not contain braces.
 * @param waitReplicas Number of replicas that must confirm a grant or a renewal. Makes it
 * less likely that a failover loses the write, at the cost of a round trip.
 */
@Lazy
@ConfigurationProperties("leader-election.redis")
public record RedisLeaderElectionProperties(@Nullable String url, @Nullable String username, @Nullable String password,
		@DefaultValue("leader-election:") String keyPrefix, @DefaultValue("0") int waitReplicas) {

	/** Omits URL and password, which may be secrets. */
	@Override
	public String toString() {
		return "RedisLeaderElectionProperties[username=" + this.username + ", keyPrefix=" + this.keyPrefix + "]";
	}

}
