/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.util.Arrays;
import java.util.List;

import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.redis.RedisTarget;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * The application's connection factory: the one annotated with
 * {@link LeaderElectionStore}, else the only or the primary one.
 */
final class ConnectionFactorySource implements RedisConnectionSource {

	private static final boolean JEDIS = ClassUtils.isPresent("redis.clients.jedis.Jedis",
			ConnectionFactorySource.class.getClassLoader());

	private final ListableBeanFactory beanFactory;

	ConnectionFactorySource(ListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public @Nullable String evidence() {
		List<String> names = candidates();
		if (names.isEmpty()) {
			return null;
		}
		return ((names.size() == 1) ? "the RedisConnectionFactory bean " : "the RedisConnectionFactory beans ")
				+ String.join(", ", names);
	}

	@Override
	public @Nullable RedisTarget target() {
		RedisConnectionFactory factory = factory();
		if (factory instanceof LettuceConnectionFactory lettuce) {
			return new LettuceConnectionCopy(lettuce).target();
		}
		return (factory != null && JEDIS) ? JedisConnectionCopy.target(factory) : null;
	}

	private @Nullable RedisConnectionFactory factory() {
		List<String> names = candidates();
		if (names.isEmpty()) {
			return null;
		}
		if (names.size() == 1) {
			return this.beanFactory.getBean(names.get(0), RedisConnectionFactory.class);
		}
		RedisConnectionFactory primary = (qualified().isEmpty())
				? this.beanFactory.getBeanProvider(RedisConnectionFactory.class).getIfUnique() : null;
		if (primary == null) {
			throw new LeaderElectionConfigurationException(
					"There are several RedisConnectionFactory beans and none stands out: " + String.join(", ", names),
					"Annotate the one that leader election is to use with @LeaderElectionStore");
		}
		return primary;
	}

	private List<String> candidates() {
		List<String> qualified = qualified();
		return qualified.isEmpty() ? names() : qualified;
	}

	private List<String> qualified() {
		return names().stream()
			.filter((name) -> this.beanFactory.findAnnotationOnBean(name, LeaderElectionStore.class) != null)
			.toList();
	}

	private List<String> names() {
		return Arrays.asList(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory,
				RedisConnectionFactory.class, true, false));
	}

}
