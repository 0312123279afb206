/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.lang.reflect.Field;
import java.util.List;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.redis.RedisTarget;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.WithAuthentication;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;
import org.springframework.util.ReflectionUtils;

/**
 * Copies the address, the credentials and the client options of a Lettuce connection
 * factory.
 */
final class LettuceConnectionCopy {

	private final LettuceConnectionFactory factory;

	private final LettuceClientConfiguration client;

	LettuceConnectionCopy(LettuceConnectionFactory factory) {
		this.factory = factory;
		this.client = factory.getClientConfiguration();
	}

	RedisTarget target() {
		requireKnownPrimary();
		RedisTarget target = where();
		if (this.client.getClientOptions().isPresent()) {
			target = target.withOptions(this.client.getClientOptions().get());
		}
		if (this.client.getClientResources().isPresent()) {
			target = target.withAddressesResolvedBy(this.client.getClientResources().get());
		}
		return target;
	}

	private RedisTarget where() {
		RedisClusterConfiguration cluster = this.factory.getClusterConfiguration();
		if (cluster != null) {
			List<RedisURI> uris = ConnectionUris.cluster(cluster);
			uris.forEach((uri) -> complete(uri, cluster, 0));
			return RedisTarget.cluster(uris);
		}
		RedisSentinelConfiguration sentinel = this.factory.getSentinelConfiguration();
		if (sentinel != null) {
			RedisURI uri = ConnectionUris.sentinel(sentinel, sentinelCredentials(sentinel));
			uri.getSentinels().forEach(this::secure);
			return RedisTarget.of(complete(uri, sentinel, this.factory.getDatabase()));
		}
		RedisSocketConfiguration socket = this.factory.getSocketConfiguration();
		if (socket != null) {
			RedisURI uri = new RedisURI();
			uri.setSocket(socket.getSocket());
			return RedisTarget.of(complete(uri, socket, this.factory.getDatabase()));
		}
		RedisStandaloneConfiguration standalone = this.factory.getStandaloneConfiguration();
		RedisURI uri = ConnectionUris.server(this.factory.getHostName(), this.factory.getPort());
		return RedisTarget.of(complete(uri, standalone, this.factory.getDatabase()));
	}

	private <C extends RedisConfiguration & WithAuthentication> RedisURI complete(RedisURI uri, C configuration,
			int database) {
		uri.setDatabase(database);
		uri.setCredentialsProvider(this.client.getRedisCredentialsProviderFactory()
			.map((credentials) -> credentials.createCredentialsProvider(configuration))
			.orElseGet(() -> ConnectionUris.credentials(configuration)));
		this.client.getClientName().ifPresent(uri::setClientName);
		secure(uri);
		return uri;
	}

	private void secure(RedisURI uri) {
		uri.setSsl(this.client.isUseSsl());
		uri.setVerifyPeer(this.client.getVerifyMode());
		uri.setStartTls(this.client.isStartTls());
	}

	private RedisCredentialsProvider sentinelCredentials(RedisSentinelConfiguration sentinel) {
		RedisCredentialsProviderFactory credentials = this.client.getRedisCredentialsProviderFactory().orElse(null);
		return (credentials != null) ? credentials.createSentinelCredentialsProvider(sentinel)
				: ConnectionUris.sentinelCredentials(sentinel);
	}

	/**
	 * Rejects a static list of a primary and replicas, which has no getter and does not
	 * name the primary.
	 */
	private void requireKnownPrimary() {
		Field field = ReflectionUtils.findField(LettuceConnectionFactory.class, "configuration");
		if (field == null) {
			return;
		}
		ReflectionUtils.makeAccessible(field);
		if (ReflectionUtils.getField(field, this.factory) instanceof RedisStaticMasterReplicaConfiguration) {
			throw new LeaderElectionConfigurationException(
					"The application's Redis connection is a fixed list of a primary and its replicas, which leader "
							+ "election does not use: after a failover it could write to the wrong one",
					"Set " + ConfiguredUrl.PROPERTY
							+ " to the primary, to Sentinels (redis-sentinel://host:port,host:port#name) or to a "
							+ "cluster");
		}
	}

}
