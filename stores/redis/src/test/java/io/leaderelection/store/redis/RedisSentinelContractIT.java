/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.List;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisSentinel;
import io.leaderelection.servers.RedisServer;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AutoClose;

class RedisSentinelContractIT extends RedisStoreContract {

	@AutoClose
	private static final RedisServer primary = RedisServer.open();

	@AutoClose
	private static final RedisSentinel sentinel = RedisSentinel.open("orders", primary);

	@AutoClose
	private static final RedisRecords records = RedisRecords.of(RedisURI.create(Loopback.HOST, primary.port()));

	@Override
	List<String> addresses() {
		return List.of("redis-sentinel://" + Loopback.HOST + ":" + sentinel.port() + "#orders");
	}

	@Override
	RedisRecords records() {
		return records;
	}

}
