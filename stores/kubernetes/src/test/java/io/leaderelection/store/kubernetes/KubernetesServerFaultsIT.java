/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import io.leaderelection.servers.TestServer;
import io.leaderelection.servers.faults.ServerFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class KubernetesServerFaultsIT extends ServerFaultsContract {

	private static TestCluster cluster;

	@BeforeAll
	static void startServer() {
		cluster = TestCluster.ofItsOwn();
	}

	@AfterAll
	static void stopServer() {
		cluster.close();
	}

	@Override
	protected TestServer server() {
		return cluster.server();
	}

	@Override
	protected LeaseStoreFactory factory() {
		return KubernetesLeaseStoreFactory.builder(cluster.config()).build();
	}

}
