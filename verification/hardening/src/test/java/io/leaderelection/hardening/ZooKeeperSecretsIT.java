/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.file.Path;
import java.util.List;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.ZooKeeperServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

import static org.awaitility.Awaitility.await;

@Tag("slow")
class ZooKeeperSecretsIT extends SecretsContract<ZooKeeperServer> {

	@Override
	ZooKeeperServer open(Path directory) {
		return ZooKeeperServer.open();
	}

	@BeforeAll
	void createNodes() {
		// The first client owns the nodes
		try (OpenApplication first = OpenApplication.start(Nothing.class,
				List.of("spring.autoconfigure.exclude=" + withoutClientsOfOtherStores(), working().get(0).get(0),
						working().get(0).get(1), working().get(0).get(2)))) {
			await().until(() -> first.election().isLeader());
		}
	}

	@Override
	List<List<String>> working() {
		return List.of(properties(PASSWORD, this.server.port()));
	}

	@Override
	List<List<String>> refused() {
		return List.of(properties(WRONG, this.server.port()));
	}

	@Override
	List<List<String>> unreachable() {
		return List.of(properties(WRONG, UNUSED_PORT));
	}

	private static List<String> properties(String password, int port) {
		return List.of("leader-election.zookeeper.connect-string=" + Loopback.HOST + ":" + port,
				"leader-election.zookeeper.username=app", "leader-election.zookeeper.password=" + password);
	}

	@Override
	List<List<String>> mistaken() {
		return List.of(connect("digest:app:" + CANARY + "@127.0.0.1:1"), connect("app:" + CANARY + "@127.0.0.1:1"),
				connect("127.0.0.1:1,app:" + CANARY + "@127.0.0.1:2/chroot"),
				List.of("leader-election.zookeeper.connect-string=127.0.0.1:1",
						"leader-election.zookeeper.username=app:" + CANARY, "leader-election.zookeeper.password=x"),
				List.of("leader-election.zookeeper.connect-string=127.0.0.1:1",
						"leader-election.zookeeper.password=" + CANARY));
	}

	private static List<String> connect(String string) {
		return List.of("leader-election.zookeeper.connect-string=" + string);
	}

}
