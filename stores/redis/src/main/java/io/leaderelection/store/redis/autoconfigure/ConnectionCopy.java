/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.lang.reflect.Field;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.redis.RedisTarget;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.Advised;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

/**
 * Copies a connection of Spring Data Redis.
 *
 * @param credentials returns the credentials of a configuration, read at each connect
 * @param clientName the name of the client, or {@code null}
 * @param security sets how to use SSL
 */
record ConnectionCopy(RedisCredentialsProviderFactory credentials, @Nullable String clientName,
		Consumer<RedisURI> security) {

	/** Where a Lettuce connection factory stores the configuration that it uses. */
	static final String CONFIGURATION_FIELD = "configuration";

	/** Reads user name and password from the configuration. */
	private static final RedisCredentialsProviderFactory CONFIGURED = new RedisCredentialsProviderFactory() {

		@Override
		public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
			return login(() -> RedisConfiguration.getUsernameOrElse(configuration, () -> null),
					() -> RedisConfiguration.getPasswordOrElse(configuration, RedisPassword::none));
		}

		@Override
		public RedisCredentialsProvider createSentinelCredentialsProvider(RedisSentinelConfiguration configuration) {
			return login(configuration::getSentinelUsername, configuration::getSentinelPassword);
		}

	};

	/**
	 * Returns a provider that reads user name and password at each connect, because they
	 * may change. Without a password, or with a blank user name, it omits the user name,
	 * which a server would refuse.
	 */
	static RedisCredentialsProvider login(Supplier<@Nullable String> username, Supplier<RedisPassword> password) {
		return RedisCredentialsProvider.from(() -> {
			char[] secret = password.get().toOptional().orElse(null);
			String name = (secret != null) ? username.get() : null;
			return RedisCredentials.just(StringUtils.hasText(name) ? name : null, secret);
		});
	}

	/**
	 * Copies the address and the credentials of a connection factory, and the client
	 * options of Lettuce.
	 * @return the address of Redis, or {@code null} if the kind of factory is unknown
	 * @throws LeaderElectionConfigurationException if it cannot be copied
	 */
	static @Nullable RedisTarget ofFactory(RedisConnectionFactory factory) {
		Object target = withoutProxy(factory);
		if (target instanceof LettuceConnectionFactory lettuce) {
			return ofLettuce(lettuce);
		}
		return (target instanceof JedisConnectionFactory jedis) ? ofJedis(jedis) : null;
	}

	private static @Nullable Object withoutProxy(Object factory) {
		Object target = factory;
		try {
			while (target instanceof Advised proxy) {
				target = proxy.getTargetSource().getTarget();
			}
		}
		catch (Exception ex) {
			throw new IllegalStateException("The target of the proxy cannot be determined", ex);
		}
		return target;
	}

	private static RedisTarget ofLettuce(LettuceConnectionFactory factory) {
		RedisConfiguration configuration = configuration(factory);
		if (configuration instanceof RedisStaticMasterReplicaConfiguration) {
			throw new LeaderElectionConfigurationException(
					"The application's Redis connection is a fixed list of a primary and its replicas, which leader "
							+ "election does not use: after a failover it could write to the wrong one",
					"Set " + ConfiguredUrl.PROPERTY
							+ " to the primary, to Sentinels (redis-sentinel://host:port,host:port#name) or to a "
							+ "cluster");
		}
		LettuceClientConfiguration client = factory.getClientConfiguration();
		ConnectionCopy copy = new ConnectionCopy(client.getRedisCredentialsProviderFactory().orElse(CONFIGURED),
				client.getClientName().orElse(null), (uri) -> {
					uri.setSsl(client.isUseSsl());
					uri.setVerifyPeer(client.getVerifyMode());
					uri.setStartTls(client.isStartTls());
				});
		RedisTarget target = copy.target(configuration);
		return new RedisTarget(target.uris(), target.cluster(), client.getClientOptions().orElse(null),
				client.getClientResources().orElse(null));
	}

	/**
	 * Returns the configuration that the factory uses. If that was passed as a
	 * {@code RedisConfiguration}, the getters return a default one for localhost, and of
	 * a list of a primary and its replicas they return nothing.
	 */
	private static RedisConfiguration configuration(LettuceConnectionFactory factory) {
		Field field = ReflectionUtils.findField(LettuceConnectionFactory.class, CONFIGURATION_FIELD);
		if (field != null) {
			ReflectionUtils.makeAccessible(field);
			if (ReflectionUtils.getField(field, factory) instanceof RedisConfiguration configuration) {
				return configuration;
			}
		}
		throw unreadable(factory.getClass());
	}

	private static LeaderElectionConfigurationException unreadable(Class<?> type) {
		return new LeaderElectionConfigurationException(
				"The address of the application's Redis connection cannot be read from a " + type.getName(),
				"Set " + ConfiguredUrl.PROPERTY + ", for example to redis://localhost:6379");
	}

	private static RedisTarget ofJedis(JedisConnectionFactory factory) {
		JedisClientConfiguration client = factory.getClientConfiguration();
		if (client.getSslSocketFactory().isPresent()) {
			throw new LeaderElectionConfigurationException(
					"The application connects to Redis by Jedis with SSL settings that cannot be copied to Lettuce, "
							+ "which leader election uses",
					"Set " + ConfiguredUrl.PROPERTY + " to rediss://host:port, trusted by the JVM, or let the "
							+ "application use Lettuce");
		}
		ConnectionCopy copy = new ConnectionCopy(CONFIGURED, client.getClientName().orElse(null),
				(uri) -> uri.setSsl(client.isUseSsl()));
		return copy.target(firstOf(factory.getClusterConfiguration(), factory.getSentinelConfiguration(),
				factory.getStandaloneConfiguration()));
	}

	private static RedisConfiguration firstOf(@Nullable RedisConfiguration... configurations) {
		for (RedisConfiguration configuration : configurations) {
			if (configuration != null) {
				return configuration;
			}
		}
		throw new IllegalStateException("The connection factory has no configuration");
	}

	/** Copies the address and the credentials of a configuration. */
	RedisTarget target(RedisConfiguration configuration) {
		if (configuration instanceof RedisClusterConfiguration cluster) {
			return RedisTarget
				.cluster(cluster.getClusterNodes().stream().map((node) -> complete(uri(node), cluster)).toList());
		}
		RedisURI uri = new RedisURI();
		if (configuration instanceof RedisSentinelConfiguration sentinel) {
			uri.setSentinelMasterId(
					Objects.requireNonNull(sentinel.getRequiredMaster().getName(), "name of the master"));
			for (RedisNode node : sentinel.getSentinels()) {
				RedisURI seed = uri(node);
				seed.setCredentialsProvider(this.credentials.createSentinelCredentialsProvider(sentinel));
				this.security.accept(seed);
				uri.getSentinels().add(seed);
			}
		}
		else if (configuration instanceof RedisSocketConfiguration socket) {
			uri.setSocket(socket.getSocket());
		}
		else if (configuration instanceof RedisStandaloneConfiguration standalone) {
			uri.setHost(standalone.getHostName());
			uri.setPort(standalone.getPort());
		}
		else {
			throw unreadable(configuration.getClass());
		}
		uri.setDatabase(RedisConfiguration.getDatabaseOrElse(configuration, () -> 0));
		return RedisTarget.of(complete(uri, configuration));
	}

	private RedisURI complete(RedisURI uri, RedisConfiguration configuration) {
		uri.setCredentialsProvider(this.credentials.createCredentialsProvider(configuration));
		uri.setClientName(this.clientName);
		this.security.accept(uri);
		return uri;
	}

	private static RedisURI uri(RedisNode node) {
		RedisURI uri = new RedisURI();
		uri.setHost(node.getHost());
		uri.setPort((node.getPort() != null) ? node.getPort() : RedisURI.DEFAULT_REDIS_PORT);
		return uri;
	}

}
