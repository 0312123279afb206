/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import io.leaderelection.servers.DynamoServer;
import io.leaderelection.servers.faults.NetworkFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class DynamoDbNetworkFaultsIT extends NetworkFaultsContract {

	@AutoClose
	private static final DynamoServer server = Items.withTable(DynamoServer.open());

	@Override
	protected int port() {
		return server.port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		return Items.factory(port);
	}

}
