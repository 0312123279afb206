/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.faults.LateAnswerContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class ZooKeeperLateAnswersIT extends LateAnswerContract {

	@AutoClose
	private static final TestingServer server = Ensembles.start();

	@Override
	protected int port() {
		return server.getPort();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		return ZooKeeperLeaseStoreFactory.builder(Loopback.HOST + ":" + port)
			.sessionTimeout(Duration.ofSeconds(3))
			.build();
	}

}
