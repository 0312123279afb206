/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import io.leaderelection.servers.VersityServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The store contract on versitygw.
 */
@Tag("server")
@Tag("slow")
class S3LeaseStoreContractIT extends S3Contract {

	private static VersityServer server;

	S3LeaseStoreContractIT() {
		super(server.port());
	}

	@BeforeAll
	static void startServer() {
		server = VersityServer.open();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

}
