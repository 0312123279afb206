/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Tag("slow")
class RedisSecretsIT extends SecretsContract<RedisServer> {

	@Override
	RedisServer open(Path directory) {
		return RedisServer.open("--user", "app", "on", ">" + PASSWORD, "~*", "&*", "+@all", "--user", "default", "off");
	}

	@Override
	String withoutClientsOfOtherStores() {
		return WITHOUT_DATA_SOURCE;
	}

	@Override
	List<List<String>> working() {
		return List.of(own(PASSWORD_IN_URL, this.server.port()), beside(PASSWORD, this.server.port()));
	}

	@Override
	List<List<String>> refused() {
		return List.of(own(CANARY, this.server.port()), beside(WRONG, this.server.port()));
	}

	@Override
	List<List<String>> unreachable() {
		return List.of(own(CANARY, UNUSED_PORT), beside(WRONG, UNUSED_PORT));
	}

	private static List<String> own(String password, int port) {
		return List.of("leader-election.redis.url=redis://app:" + password + "@" + Loopback.HOST + ":" + port);
	}

	private static List<String> beside(String password, int port) {
		return List.of("spring.data.redis.host=" + Loopback.HOST, "spring.data.redis.port=" + port,
				"spring.data.redis.username=app", "spring.data.redis.password=" + password);
	}

	@Override
	List<List<String>> mistaken() {
		return List.of(url("redis://app:" + CANARY + "@127.0.0.1:1:2"), url("redis://app:p@" + CANARY + "@127.0.0.1:1"),
				url("redis://app:" + CANARY + "#x@127.0.0.1:1"), url("redis://app:" + CANARY + "/x@127.0.0.1:1"),
				url("redis://app:" + CANARY + "?x@127.0.0.1:1"), url("http://app:" + CANARY + "@127.0.0.1"),
				url("redis://app:" + CANARY + "@"), url("redis-sentinel://app:" + CANARY + "@127.0.0.1:1#master"),
				url("redis-sentinel://app:" + CANARY + "@127.0.0.1:1"), url("redis://127.0.0.1:1?password=" + CANARY),
				url("redis://127.0.0.1:1,redis://app:" + CANARY + "@127.0.0.1:2"));
	}

	@Test
	void searchFindsPublishedText(@TempDir Path directory) throws Exception {
		try (OpenApplication application = start(List.of("leader-election.backend=local",
				"leader-election.local.directory=" + directory, "leader-election.metadata.zone=" + WRONG))) {
			await().atMost(Duration.ofMinutes(1)).until(() -> application.election().isLeader());
			assertThat(published(application.shown())).contains("/actuator/leader", "/actuator/leader/default");
		}
	}

	private static List<String> url(String url) {
		return List.of("leader-election.redis.url=" + url);
	}

}
