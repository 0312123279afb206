/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.servers.handover.HandoverContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The handover contract on an API server.
 */
@Tag("server")
@Tag("slow")
class KubernetesHandoverContractIT extends HandoverContract {

	private static TestCluster server;

	@BeforeAll
	static void startServer() {
		server = TestCluster.open();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	private static KubernetesLeaseStoreFactory factory() {
		return KubernetesLeaseStoreFactory.builder(server.config()).build();
	}

	@Override
	protected LeaseStore open() {
		return factory().open();
	}

	@Override
	protected StoreTraits traits() {
		return factory().traits();
	}

}
