/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.util.Objects;

import io.leaderelection.store.redis.RedisTarget;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.SslOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Cluster;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Sentinel;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

/**
 * Copies Spring Boot's connection details, from properties, a container or a Compose
 * file. For applications whose connection factory uses neither Lettuce nor Jedis.
 *
 * @param details the details, whose credentials are read at each connect
 */
record ConnectionDetailsCopy(DataRedisConnectionDetails details) implements RedisCredentialsProviderFactory {

	/**
	 * Copies the address.
	 * @return the address of Redis, or {@code null} if the details do not contain one
	 */
	@Nullable RedisTarget target() {
		RedisConfiguration configuration = configuration(this.details);
		if (configuration == null) {
			return null;
		}
		SslBundle bundle = this.details.getSslBundle();
		RedisTarget target = new ConnectionCopy(this, null, (uri) -> uri.setSsl(bundle != null)).target(configuration);
		if (bundle == null) {
			return target;
		}
		SslOptions ssl = SslOptions.builder()
			.keyManager(bundle.getManagers().getKeyManagerFactory())
			.trustManager(bundle.getManagers().getTrustManagerFactory())
			.build();
		return target.withOptions(ClientOptions.builder().sslOptions(ssl).build());
	}

	@Override
	public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
		return ConnectionCopy.login(this.details::getUsername, () -> RedisPassword.of(this.details.getPassword()));
	}

	@Override
	public RedisCredentialsProvider createSentinelCredentialsProvider(RedisSentinelConfiguration configuration) {
		Sentinel sentinel = Objects.requireNonNull(this.details.getSentinel());
		return ConnectionCopy.login(sentinel::getUsername, () -> RedisPassword.of(sentinel.getPassword()));
	}

	private static @Nullable RedisConfiguration configuration(DataRedisConnectionDetails details) {
		Cluster cluster = details.getCluster();
		if (cluster != null) {
			RedisClusterConfiguration configuration = new RedisClusterConfiguration();
			configuration.setClusterNodes(cluster.getNodes().stream().map(ConnectionDetailsCopy::node).toList());
			return configuration;
		}
		Sentinel sentinel = details.getSentinel();
		if (sentinel != null) {
			RedisSentinelConfiguration configuration = new RedisSentinelConfiguration().master(sentinel.getMaster());
			configuration.setSentinels(sentinel.getNodes().stream().map(ConnectionDetailsCopy::node).toList());
			configuration.setDatabase(sentinel.getDatabase());
			return configuration;
		}
		Standalone standalone = details.getStandalone();
		if (standalone == null) {
			return null;
		}
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(standalone.getHost(),
				standalone.getPort());
		configuration.setDatabase(standalone.getDatabase());
		return configuration;
	}

	private static RedisNode node(Node node) {
		return new RedisNode(node.host(), node.port());
	}

}
