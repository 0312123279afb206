/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;

import io.leaderelection.servers.faults.InterferenceContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("server")
class ZooKeeperInterferenceIT extends InterferenceContract {

	private static TestingServer server;

	@BeforeAll
	static void startServer() {
		server = Ensembles.start();
	}

	@AfterAll
	static void stopServer() {
		Ensembles.end(server);
	}

	@Override
	protected LeaseStoreFactory factory() {
		return ZooKeeperLeaseStoreFactory.builder(server.getConnectString())
			.sessionTimeout(ServerFixture.SESSION)
			.build();
	}

	@Override
	protected Duration lease() {
		return ServerFixture.SESSION;
	}

}
