/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.util.List;
import java.util.Objects;

import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.WithAuthentication;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;

/**
 * Converts configurations of Spring Data to URIs.
 */
final class ConnectionUris {

	private ConnectionUris() {
	}

	static RedisURI server(@Nullable String host, int port) {
		RedisURI uri = new RedisURI();
		uri.setHost(host);
		uri.setPort(port);
		return uri;
	}

	static RedisURI sentinel(RedisSentinelConfiguration configuration, RedisCredentialsProvider sentinelCredentials) {
		RedisURI uri = new RedisURI();
		uri.setSentinelMasterId(
				Objects.requireNonNull(configuration.getRequiredMaster().getName(), "name of the master"));
		for (RedisNode node : configuration.getSentinels()) {
			RedisURI sentinel = server(node.getHost(), port(node));
			sentinel.setCredentialsProvider(sentinelCredentials);
			uri.getSentinels().add(sentinel);
		}
		uri.setDatabase(configuration.getDatabase());
		return uri;
	}

	static List<RedisURI> cluster(RedisClusterConfiguration configuration) {
		return configuration.getClusterNodes().stream().map((node) -> server(node.getHost(), port(node))).toList();
	}

	/** Reads the configuration at each connect, because it can be changed. */
	static RedisCredentialsProvider credentials(WithAuthentication configuration) {
		return Credentials.readAtEachConnect(() -> Credentials.of(configuration.getUsername(),
				configuration.getPassword().toOptional().orElse(null)));
	}

	static RedisCredentialsProvider sentinelCredentials(RedisSentinelConfiguration configuration) {
		return Credentials.readAtEachConnect(() -> Credentials.of(configuration.getSentinelUsername(),
				configuration.getSentinelPassword().toOptional().orElse(null)));
	}

	private static int port(RedisNode node) {
		Integer port = node.getPort();
		return (port != null) ? port : RedisURI.DEFAULT_REDIS_PORT;
	}

}
