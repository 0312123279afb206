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
 * Connections of tests to servers, that make themselves again after a restart.
 */
final class AdminConnections {

	/** Named apart: it stays open, and the threads of the store are counted by name. */
	private static final RedisClient CLIENT = RedisClient.create(DefaultClientResources.builder()
		.threadFactoryProvider((pool) -> new DefaultThreadFactory("admin-" + pool, true))
		.build());

	private static final Map<Integer, RedisCommands<String, String>> OPEN = new ConcurrentHashMap<>();

	private AdminConnections() {
	}

	static RedisCommands<String, String> to(RedisServer server) {
		return to(server.port());
	}

	/** What a Sentinel tells of itself and of what it watches. */
	static String infoOf(RedisSentinel sentinel) {
		return to(sentinel.port()).info("sentinel");
	}

	private static RedisCommands<String, String> to(int server) {
		return OPEN.computeIfAbsent(server, (port) -> CLIENT.connect(RedisURI.create(Loopback.HOST, port)).sync());
	}

}
