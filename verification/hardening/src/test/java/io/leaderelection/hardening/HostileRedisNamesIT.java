/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.file.Path;
import java.util.List;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Tag("slow")
class HostileRedisNamesIT extends HostileNamesContract<RedisServer> {

	private RedisClient client;

	private RedisCommands<String, String> redis;

	@Override
	RedisServer open(Path directory) {
		RedisServer server = RedisServer.open();
		this.client = RedisClient.create(RedisURI.create(Loopback.HOST, server.port()));
		this.redis = this.client.connect().sync();
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
	void plant() {
		this.redis.set("bystander", "unharmed");
	}

	@Override
	void assertUnharmed(String namespace, int records) {
		assertThat(this.redis.get("bystander")).isEqualTo("unharmed");
		String tag = namespace.replace("%", "%25").replace("{", "%7B").replace("}", "%7D");
		long found = this.redis.keys("*")
			.stream()
			.filter((key) -> key.startsWith("leader-election:{" + tag + "}:"))
			.count();
		assertThat((long) records).isIn(-1L, found);
	}

	@Test
	void keyPrefixIsTreatedAsData() {
		plant();
		String prefix = "]] redis.call('FLUSHALL') --[[ ' \" * ? [a] \\ ";
		KeptLog.clear();
		try (OpenApplication application = start("leader-election.redis.key-prefix=" + prefix)) {
			await().until(() -> application.election().isLeader());
			assertThat(this.redis.keys("*")).anyMatch((key) -> key.equals(prefix + "{orders}:default"));
			assertThat(this.redis.get("bystander")).isEqualTo("unharmed");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "a{b}", "{", "a\r\nFLUSHALL\r\n", "a\u0000b", "a\u001b[2J" })
	void invalidKeyPrefixIsRefused(String prefix) {
		plant();
		assertRefused("leader-election.redis.key-prefix=" + prefix);
		assertUnharmed("", -1);
	}

}
