/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import io.leaderelection.servers.EtcdServer;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.servers.handover.HandoverContract;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The handover contract on an etcd whose leases expire by its own clock.
 */
@Tag("server")
class EtcdHandoverContractIT extends HandoverContract {

	private static EtcdServer server;

	@BeforeAll
	static void startServer() {
		server = EtcdServer.open();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	private static LeaseStoreFactory factory() {
		return EtcdContractIT.factory(server.endpoint(), Ticker.system());
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
