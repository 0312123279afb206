/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.util.List;

import io.leaderelection.store.redis.RedisTarget;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Cluster;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Sentinel;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.ssl.SslBundle;

/**
 * Uses Spring Boot's connection details, from properties, a container or a Compose file.
 * For applications whose connection factory uses neither Lettuce nor Jedis.
 */
final class ConnectionDetailsSource implements RedisConnectionSource {

	private final ObjectProvider<DataRedisConnectionDetails> provider;

	ConnectionDetailsSource(ListableBeanFactory beanFactory) {
		this.provider = beanFactory.getBeanProvider(DataRedisConnectionDetails.class);
	}

	@Override
	public @Nullable String evidence() {
		// Boot's auto-configuration defines details even if Redis is not used
		return null;
	}

	@Override
	public @Nullable RedisTarget target() {
		DataRedisConnectionDetails details = this.provider.getIfUnique();
		if (details == null) {
			return null;
		}
		RedisTarget target = where(details);
		SslBundle bundle = details.getSslBundle();
		if (target == null || bundle == null) {
			return target;
		}
		SslOptions ssl = SslOptions.builder()
			.keyManager(bundle.getManagers().getKeyManagerFactory())
			.trustManager(bundle.getManagers().getTrustManagerFactory())
			.build();
		return target.withOptions(ClientOptions.builder().sslOptions(ssl).build());
	}

	private static @Nullable RedisTarget where(DataRedisConnectionDetails details) {
		Cluster cluster = details.getCluster();
		if (cluster != null) {
			List<RedisURI> uris = cluster.getNodes().stream().map(ConnectionDetailsSource::uri).toList();
			uris.forEach((uri) -> complete(uri, details, 0));
			return RedisTarget.cluster(uris);
		}
		Sentinel sentinel = details.getSentinel();
		if (sentinel != null) {
			RedisURI uri = new RedisURI();
			uri.setSentinelMasterId(sentinel.getMaster());
			for (Node node : sentinel.getNodes()) {
				RedisURI seed = uri(node);
				seed.setSsl(details.getSslBundle() != null);
				seed.setCredentialsProvider(Credentials.readAtEachConnect(
						() -> Credentials.of(sentinel.getUsername(), characters(sentinel.getPassword()))));
				uri.getSentinels().add(seed);
			}
			return RedisTarget.of(complete(uri, details, sentinel.getDatabase()));
		}
		Standalone standalone = details.getStandalone();
		if (standalone == null) {
			return null;
		}
		RedisURI uri = RedisURI.create(standalone.getHost(), standalone.getPort());
		return RedisTarget.of(complete(uri, details, standalone.getDatabase()));
	}

	private static RedisURI uri(Node node) {
		return RedisURI.create(node.host(), node.port());
	}

	private static RedisURI complete(RedisURI uri, DataRedisConnectionDetails details, int database) {
		uri.setDatabase(database);
		uri.setSsl(details.getSslBundle() != null);
		uri.setCredentialsProvider(Credentials
			.readAtEachConnect(() -> Credentials.of(details.getUsername(), characters(details.getPassword()))));
		return uri;
	}

	private static char @Nullable [] characters(@Nullable String password) {
		return (password != null) ? password.toCharArray() : null;
	}

}
