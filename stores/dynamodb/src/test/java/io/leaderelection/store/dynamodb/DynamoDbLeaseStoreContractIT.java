/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import io.leaderelection.servers.DynamoServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The store contract on dynalite.
 */
@Tag("server")
class DynamoDbLeaseStoreContractIT extends DynamoDbContract {

	private static DynamoServer server;

	DynamoDbLeaseStoreContractIT() {
		super(Service.of(server));
	}

	@BeforeAll
	static void startServer() {
		server = Items.withTable(DynamoServer.open());
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

}
