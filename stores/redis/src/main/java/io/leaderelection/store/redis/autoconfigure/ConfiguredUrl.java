/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.redis.RedisTarget;
import io.lettuce.core.RedisURI;

import org.springframework.util.StringUtils;

/**
 * The URL that is configured for the store.
 */
final class ConfiguredUrl {

	static final String PROPERTY = "leader-election.redis.url";

	/**
	 * Excludes an at sign after the address: then special characters of a password have
	 * ended the address too early, and a part of the password would be shown as the host.
	 */
	private static final Pattern ADDRESS = Pattern
		.compile("redis[\\w-]*://([^/?#@]*@)?[\\w.\\-:,\\[\\]%]*([/?#][^@]*)?|redis-socket:.*");

	private final RedisLeaderElectionProperties properties;

	ConfiguredUrl(RedisLeaderElectionProperties properties) {
		this.properties = properties;
	}

	RedisTarget target() {
		String url = String.valueOf(this.properties.url()).trim();
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
		if (!ADDRESS.matcher(url).matches()) {
			throw noUrl();
		}
		RedisURI uri;
		try {
			uri = RedisURI.create(url);
		}
		catch (RuntimeException ex) {
			throw noUrl();
		}
		String password = this.properties.password();
		String username = this.properties.username();
		if (StringUtils.hasLength(password) && StringUtils.hasText(username)) {
			uri.setAuthentication(username, password.toCharArray());
		}
		else if (StringUtils.hasLength(password)) {
			uri.setAuthentication(password.toCharArray());
		}
		return uri;
	}

	/** Shows neither the URL nor a cause: both may contain a password. */
	private static LeaderElectionConfigurationException noUrl() {
		return new LeaderElectionConfigurationException(PROPERTY + " is not a valid Redis URL",
				"Write it as redis://host:port, rediss://host:port for SSL, or "
						+ "redis-sentinel://host:port,host:port#name, and put a password with special characters "
						+ "into leader-election.redis.password");
	}

}
