/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties of the Redis store.
 */
@Lazy
@ConfigurationProperties("leader-election.redis")
public class RedisLeaderElectionProperties {

	/**
	 * URL of Redis: one redis://, rediss:// or redis-sentinel:// URL, or the redis://
	 * URLs of several cluster nodes, separated by commas. Default is the application's
	 * own Redis connection.
	 */
	private @Nullable String url;

	/**
	 * User name, if it is not part of the URL.
	 */
	private @Nullable String username;

	/**
	 * Password, if it is not part of the URL.
	 */
	private @Nullable String password;

	/**
	 * Prefix of all keys and channels. Must not contain braces.
	 */
	private String keyPrefix = "leader-election:";

	/**
	 * Number of replicas that must confirm a grant or a renewal. Makes it less likely
	 * that a failover loses the write, at the cost of a round trip.
	 */
	private int waitReplicas;

	public @Nullable String getUrl() {
		return this.url;
	}

	public void setUrl(@Nullable String url) {
		this.url = url;
	}

	public @Nullable String getUsername() {
		return this.username;
	}

	public void setUsername(@Nullable String username) {
		this.username = username;
	}

	public @Nullable String getPassword() {
		return this.password;
	}

	public void setPassword(@Nullable String password) {
		this.password = password;
	}

	public String getKeyPrefix() {
		return this.keyPrefix;
	}

	public void setKeyPrefix(String keyPrefix) {
		this.keyPrefix = keyPrefix;
	}

	public int getWaitReplicas() {
		return this.waitReplicas;
	}

	public void setWaitReplicas(int waitReplicas) {
		this.waitReplicas = waitReplicas;
	}

}
