/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import io.leaderelection.servers.faults.NetworkFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class KubernetesNetworkFaultsIT extends NetworkFaultsContract {

	private static TestCluster server;

	@BeforeAll
	static void startServer() {
		server = TestCluster.open();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@Override
	protected int port() {
		return server.port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		return KubernetesLeaseStoreFactory.builder(server.config(port)).build();
	}

}
