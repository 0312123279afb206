/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.ZooKeeperServer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class HugeZooKeeperRecordsIT extends HugeRecordsContract<ZooKeeperServer> {

	/**
	 * With the path the largest request that the server accepts; the answer is longer.
	 */
	private static final int SIZE = 1_048_575 - 60;

	@Override
	ZooKeeperServer open(Path directory) {
		return ZooKeeperServer.open();
	}

	@Override
	List<String> store() {
		return List.of("leader-election.zookeeper.connect-string=" + Loopback.HOST + ":" + this.server.port(),
				"spring.autoconfigure.exclude=" + SecretsContract.WITHOUT_OTHER_CLIENTS);
	}

	@Override
	void writeHuge(String election) throws Exception {
		try (CuratorFramework client = CuratorFrameworkFactory.newClient(Loopback.HOST + ":" + this.server.port(),
				new RetryOneTime(100))) {
			client.start();
			String path = "/leader-election/" + NAMESPACE + "/" + election;
			client.create().forPath(path, new byte[0]);
			client.setData().forPath(path, "x".repeat(SIZE).getBytes(StandardCharsets.US_ASCII));
		}
	}

}
