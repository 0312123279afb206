/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;

import io.leaderelection.servers.faults.InterferenceContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
class ZooKeeperInterferenceIT extends InterferenceContract {

	private static final Duration SESSION = Duration.ofSeconds(20);

	@AutoClose
	private static final TestingServer server = Ensembles.start();

	@Override
	protected LeaseStoreFactory factory() {
		return ZooKeeperLeaseStoreFactory.builder(server.getConnectString()).sessionTimeout(SESSION).build();
	}

	@Override
	protected Duration lease() {
		return SESSION;
	}

}
