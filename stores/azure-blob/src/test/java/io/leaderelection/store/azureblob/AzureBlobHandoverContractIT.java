/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.servers.handover.HandoverContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The handover contract on an Azurite with a running clock. Slow, because its leases take
 * at least 15 s.
 */
@Tag("server")
@Tag("slow")
class AzureBlobHandoverContractIT extends HandoverContract {

	private static AzuriteServer server;

	@BeforeAll
	static void startServer() {
		server = AzuriteServer.open();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	private static LeaseStoreFactory factory() {
		return AzureBlobLeaseStoreFactory.builder(BlobRecords.client(server.connectionString())).build();
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
