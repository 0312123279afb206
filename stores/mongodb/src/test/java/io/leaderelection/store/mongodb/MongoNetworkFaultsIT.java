/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import io.leaderelection.servers.FerretServer;
import io.leaderelection.servers.faults.NetworkFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class MongoNetworkFaultsIT extends NetworkFaultsContract {

	@AutoClose
	private static final FerretServer server = FerretServer.open();

	@Override
	protected int port() {
		return server.port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		// The driver waits for a server that refuses connections, by default for 30 s
		return MongoDocuments.factory(FerretServer.uri(port) + "&serverSelectionTimeoutMS=5000");
	}

}
