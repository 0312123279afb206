/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisSentinel;
import io.leaderelection.servers.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.DefaultClientResources;
import io.netty.util.concurrent.DefaultThreadFactory;

/**
 * Connections of tests to servers, which reconnect after a restart.
 */
final class AdminConnections {

	/**
	 * Has its own thread names, because it stays open and tests count the store's threads
	 * by name.
	 */
	private static final RedisClient CLIENT = RedisClient.create(DefaultClientResources.builder()
		.threadFactoryProvider((pool) -> new DefaultThreadFactory("admin-" + pool, true))
		.build());

	private static final Map<Integer, RedisCommands<String, String>> OPEN = new ConcurrentHashMap<>();

	private AdminConnections() {
	}

	static RedisCommands<String, String> to(RedisServer server) {
		return to(server.port());
	}

	/** Returns what a Sentinel reports about itself and the servers that it monitors. */
	static String infoOf(RedisSentinel sentinel) {
		return to(sentinel.port()).info("sentinel");
	}

	private static RedisCommands<String, String> to(int server) {
		return OPEN.computeIfAbsent(server, (port) -> CLIENT.connect(RedisURI.create(Loopback.HOST, port)).sync());
	}

}
