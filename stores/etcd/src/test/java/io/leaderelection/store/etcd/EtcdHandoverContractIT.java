/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.handover.HandoverContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/**
 * The handover contract on an etcd whose leases expire by its own clock.
 */
@Tag("server")
class EtcdHandoverContractIT extends HandoverContract {

	@AutoClose
	private static final EtcdServer server = EtcdServer.open();

	@Override
	protected LeaseStoreFactory factory() {
		return EtcdContractIT.factory(server.endpoint(), Ticker.system());
	}

}
