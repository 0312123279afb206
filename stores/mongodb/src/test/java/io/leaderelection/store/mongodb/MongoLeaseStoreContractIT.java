/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import io.leaderelection.servers.FerretServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The store contract on FerretDB, or on the server that {@value #CHOSEN} names.
 */
@Tag("server")
@Tag("slow")
class MongoLeaseStoreContractIT extends MongoContract {

	private static final String CHOSEN = "LEADER_ELECTION_MONGODB_URI";

	private static @Nullable FerretServer server;

	private static String uri;

	MongoLeaseStoreContractIT() {
		super(uri);
	}

	@BeforeAll
	static void startServer() {
		uri = System.getenv().getOrDefault(CHOSEN, "");
		if (uri.isEmpty()) {
			server = FerretServer.open();
			uri = server.uri();
		}
	}

	@AfterAll
	static void stopServer() {
		if (server != null) {
			server.close();
		}
	}

}
