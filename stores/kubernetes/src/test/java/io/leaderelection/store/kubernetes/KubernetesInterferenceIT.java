/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import io.leaderelection.servers.faults.InterferenceContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class KubernetesInterferenceIT extends InterferenceContract {

	@AutoClose
	private static final TestCluster server = TestCluster.open();

	@Override
	protected LeaseStoreFactory factory() {
		return KubernetesLeaseStoreFactory.builder(server.config()).build();
	}

}
