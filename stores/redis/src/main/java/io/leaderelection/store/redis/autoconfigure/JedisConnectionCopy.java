/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.util.List;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.redis.RedisTarget;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.WithAuthentication;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * Copies the address and the credentials of a Jedis connection factory. Leader election
 * itself uses Lettuce.
 */
final class JedisConnectionCopy {

	private final JedisClientConfiguration client;

	private JedisConnectionCopy(JedisClientConfiguration client) {
		this.client = client;
	}

	static @Nullable RedisTarget target(RedisConnectionFactory factory) {
		return (factory instanceof JedisConnectionFactory jedis)
				? new JedisConnectionCopy(jedis.getClientConfiguration()).where(jedis) : null;
	}

	private @Nullable RedisTarget where(JedisConnectionFactory factory) {
		if (this.client.getSslSocketFactory().isPresent()) {
			throw new LeaderElectionConfigurationException(
					"The application connects to Redis by Jedis with SSL settings that cannot be copied to Lettuce, "
							+ "which leader election uses",
					"Set " + ConfiguredUrl.PROPERTY + " to rediss://host:port, trusted by the JVM, or let the "
							+ "application use Lettuce");
		}
		RedisClusterConfiguration cluster = factory.getClusterConfiguration();
		if (cluster != null) {
			List<RedisURI> uris = ConnectionUris.cluster(cluster);
			uris.forEach((uri) -> complete(uri, cluster, 0));
			return RedisTarget.cluster(uris);
		}
		RedisSentinelConfiguration sentinel = factory.getSentinelConfiguration();
		if (sentinel != null) {
			RedisURI uri = ConnectionUris.sentinel(sentinel, ConnectionUris.sentinelCredentials(sentinel));
			return RedisTarget.of(complete(uri, sentinel, factory.getDatabase()));
		}
		RedisStandaloneConfiguration standalone = factory.getStandaloneConfiguration();
		if (standalone == null) {
			return null;
		}
		RedisURI uri = ConnectionUris.server(factory.getHostName(), factory.getPort());
		return RedisTarget.of(complete(uri, standalone, factory.getDatabase()));
	}

	private RedisURI complete(RedisURI uri, WithAuthentication configuration, int database) {
		uri.setDatabase(database);
		uri.setCredentialsProvider(ConnectionUris.credentials(configuration));
		uri.setSsl(this.client.isUseSsl());
		this.client.getClientName().ifPresent(uri::setClientName);
		return uri;
	}

}
