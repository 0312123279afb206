/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.List;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisStandaloneContractIT extends RedisStoreContract {

	private static RedisServer server;

	private static RedisRecords records;

	@BeforeAll
	static void startServer() {
		server = RedisServer.open();
		records = RedisRecords.of(RedisURI.create(Loopback.HOST, server.port()));
	}

	@AfterAll
	static void stopServer() {
		records.close();
		server.close();
	}

	@Override
	List<String> addresses() {
		return List.of("redis://" + Loopback.HOST + ":" + server.port());
	}

	@Override
	RedisRecords records() {
		return records;
	}

}
