/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.faults.InterferenceContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("server")
class EtcdInterferenceIT extends InterferenceContract {

	private static EtcdServer server;

	@BeforeAll
	static void startServer() {
		server = EtcdServer.open();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@Override
	protected LeaseStoreFactory factory() {
		return EtcdContractIT.factory(server.endpoint(), Ticker.system());
	}

}
