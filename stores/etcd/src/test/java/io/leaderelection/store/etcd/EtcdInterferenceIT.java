/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.faults.InterferenceContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
class EtcdInterferenceIT extends InterferenceContract {

	@AutoClose
	private static final EtcdServer server = EtcdServer.open();

	@Override
	protected LeaseStoreFactory factory() {
		return EtcdContractIT.factory(server.endpoint(), Ticker.system());
	}

}
