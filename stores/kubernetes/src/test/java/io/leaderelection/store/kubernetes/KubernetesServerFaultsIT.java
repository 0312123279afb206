/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import io.leaderelection.servers.TestServer;
import io.leaderelection.servers.faults.ServerFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class KubernetesServerFaultsIT extends ServerFaultsContract {

	@AutoClose
	private static final TestCluster cluster = TestCluster.ofItsOwn();

	@Override
	protected TestServer server() {
		return cluster.server();
	}

	@Override
	protected LeaseStoreFactory factory() {
		return KubernetesLeaseStoreFactory.builder(cluster.config()).build();
	}

}
