/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import io.leaderelection.servers.TestServer;
import io.leaderelection.servers.FerretServer;
import io.leaderelection.servers.faults.ServerFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class MongoServerFaultsIT extends ServerFaultsContract {

	@AutoClose
	private static final FerretServer server = FerretServer.open();

	@Override
	protected TestServer server() {
		return server;
	}

	@Override
	protected LeaseStoreFactory factory() {
		return MongoDocuments.factory(server.port());
	}

}
