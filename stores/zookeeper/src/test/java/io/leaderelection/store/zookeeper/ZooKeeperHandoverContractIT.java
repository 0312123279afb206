/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import io.leaderelection.servers.handover.HandoverContract;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/**
 * The handover contract on a server whose sessions expire by its own clock.
 */
@Tag("server")
class ZooKeeperHandoverContractIT extends HandoverContract {

	/** A server grants no session shorter than two ticks. */
	private static final int TICK_MILLIS = 500;

	@AutoClose
	private static final TestingServer server = Ensembles
		.start(new InstanceSpec(null, -1, -1, -1, true, -1, TICK_MILLIS, -1));

	@Override
	protected LeaseStoreFactory factory() {
		return ZooKeeperLeaseStoreFactory.builder(server.getConnectString()).build();
	}

	@Override
	protected LeaseStore open() {
		return ZooKeeperLeaseStoreFactory.builder(server.getConnectString()).sessionTimeout(lease()).build().open();
	}

}
