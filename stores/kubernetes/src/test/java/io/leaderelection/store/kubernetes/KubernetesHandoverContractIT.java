/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import io.leaderelection.servers.handover.HandoverContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/**
 * The handover contract on an API server.
 */
@Tag("server")
@Tag("slow")
class KubernetesHandoverContractIT extends HandoverContract {

	@AutoClose
	private static final TestCluster server = TestCluster.open();

	@Override
	protected LeaseStoreFactory factory() {
		return KubernetesLeaseStoreFactory.builder(server.config()).build();
	}

}
