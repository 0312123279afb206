/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.servers.handover.HandoverContract;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The handover contract on a server whose sessions expire by its own clock.
 */
@Tag("server")
class ZooKeeperHandoverContractIT extends HandoverContract {

	/** A server grants no session shorter than two ticks. */
	private static final int TICK_MILLIS = 500;

	private static TestingServer server;

	@BeforeAll
	static void startServer() throws Exception {
		server = new TestingServer(new InstanceSpec(null, -1, -1, -1, true, -1, TICK_MILLIS, -1), true);
	}

	@AfterAll
	static void stopServer() {
		Ensembles.end(server);
	}

	private static ZooKeeperLeaseStoreFactory.Builder factory() {
		return ZooKeeperLeaseStoreFactory.builder(server.getConnectString());
	}

	@Override
	protected LeaseStore open() {
		return factory().sessionTimeout(lease()).build().open();
	}

	@Override
	protected StoreTraits traits() {
		return factory().build().traits();
	}

}
