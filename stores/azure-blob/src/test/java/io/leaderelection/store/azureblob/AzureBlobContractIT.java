/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import io.leaderelection.servers.AzuriteServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/**
 * The store contract on the unchanged store.
 */
@Tag("server")
class AzureBlobContractIT extends AzureBlobStoreContract {

	@AutoClose
	private static final AzuriteServer server = AzuriteServer.openWithSteppedClock();

	@Override
	AzuriteServer server() {
		return server;
	}

}
