/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.servers.faults.InterferenceContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class AzureBlobInterferenceIT extends InterferenceContract {

	@AutoClose
	private static final AzuriteServer server = AzuriteServer.open();

	@Override
	protected LeaseStoreFactory factory() {
		return AzureBlobLeaseStoreFactory.builder(BlobRecords.client(server.connectionString())).build();
	}

}
