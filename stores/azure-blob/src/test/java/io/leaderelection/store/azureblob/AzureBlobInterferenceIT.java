/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.servers.faults.InterferenceContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class AzureBlobInterferenceIT extends InterferenceContract {

	private static AzuriteServer server;

	@BeforeAll
	static void startServer() {
		server = AzuriteServer.open();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@Override
	protected LeaseStoreFactory factory() {
		return AzureBlobLeaseStoreFactory.builder(BlobRecords.client(server.connectionString())).build();
	}

}
