/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import io.leaderelection.servers.AzuriteServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The store contract on the unchanged store.
 */
@Tag("server")
class AzureBlobContractIT extends AzureBlobStoreContract {

	private static AzuriteServer server;

	@BeforeAll
	static void startServer() {
		server = AzuriteServer.openWithSteppedClock();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@Override
	AzuriteServer server() {
		return server;
	}

}
