/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import io.leaderelection.servers.SeaweedServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The store contract on a second service with the API of S3.
 */
@Tag("server")
@Tag("slow")
class S3OnSeaweedContractIT extends S3Contract {

	private static SeaweedServer server;

	S3OnSeaweedContractIT() {
		super(server.port());
	}

	@BeforeAll
	static void startServer() {
		server = SeaweedServer.open();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

}
