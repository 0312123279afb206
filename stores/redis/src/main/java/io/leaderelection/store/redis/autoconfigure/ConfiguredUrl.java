/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.redis.RedisTarget;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * The store's own URL.
 */
final class ConfiguredUrl {

	static final String PROPERTY = "leader-election.redis.url";

	private final RedisLeaderElectionProperties properties;

	ConfiguredUrl(RedisLeaderElectionProperties properties) {
		this.properties = properties;
	}

	RedisTarget target() {
		String url = String.valueOf(this.properties.getUrl()).trim();
		if (url.startsWith("redis-sentinel:") || url.startsWith("rediss-sentinel:")) {
			return RedisTarget.of(uri(url));
		}
		List<RedisURI> uris = new ArrayList<>();
		for (String node : StringUtils.commaDelimitedListToStringArray(url)) {
			uris.add(uri(node.trim()));
		}
		return (uris.size() == 1) ? RedisTarget.of(uris.get(0)) : RedisTarget.cluster(uris);
	}

	private RedisURI uri(String url) {
		RedisURI uri;
		try {
			uri = RedisURI.create(url);
		}
		catch (RuntimeException ex) {
			// Neither the URL nor the cause is shown: both may hold a password
			throw new LeaderElectionConfigurationException(PROPERTY + " is no URL of Redis",
					"Write it as redis://host:port, rediss://host:port for SSL, or "
							+ "redis-sentinel://host:port,host:port#name, and put a password with special characters "
							+ "into leader-election.redis.password");
		}
		String password = this.properties.getPassword();
		if (StringUtils.hasLength(password)) {
			uri.setCredentialsProvider(Credentials.readAtEachConnect(() -> credentials(password)));
		}
		return uri;
	}

	private RedisCredentials credentials(String password) {
		@Nullable String username = this.properties.getUsername();
		return Credentials.of(username, password.toCharArray());
	}

}
