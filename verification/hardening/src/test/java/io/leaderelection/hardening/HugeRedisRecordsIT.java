/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class HugeRedisRecordsIT extends HugeRecordsContract<RedisServer> {

	private RedisClient client;

	@Override
	RedisServer open(Path directory) {
		RedisServer server = RedisServer.open();
		this.client = RedisClient.create(RedisURI.create(Loopback.HOST, server.port()));
		return server;
	}

	@AfterAll
	void closeClient() {
		this.client.shutdown();
	}

	@Override
	List<String> store() {
		return List.of("leader-election.redis.url=redis://" + Loopback.HOST + ":" + this.server.port(),
				"spring.autoconfigure.exclude=" + SecretsContract.WITHOUT_OTHER_CLIENTS);
	}

	@Override
	void writeHuge(String election) {
		this.client.connect()
			.sync()
			.hset("leader-election:{" + NAMESPACE + "}:" + election,
					Map.of("format", "1", "token", "1", "nonce", "0123456789abcdef0123456789abcdef", "candidate",
							"c".repeat(8_000_000), "acquired-at", "0", "duration", "15000", "expires-at",
							"4000000000000", "not-before", "0", "released", "0", "metadata", "1:".repeat(4_000_000)));
	}

}
