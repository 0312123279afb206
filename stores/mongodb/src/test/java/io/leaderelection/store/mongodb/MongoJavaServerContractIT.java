/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The store contract on a second implementation of the protocol.
 */
@Tag("server")
class MongoJavaServerContractIT extends MongoContract {

	private static JavaServer server;

	MongoJavaServerContractIT() {
		super(server.uri());
	}

	@BeforeAll
	static void startServer() {
		server = new JavaServer();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

}
