/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import io.leaderelection.servers.TestServer;
import io.leaderelection.servers.VersityServer;
import io.leaderelection.servers.faults.ServerFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class S3ServerFaultsIT extends ServerFaultsContract {

	@AutoClose
	private static final VersityServer server = VersityServer.open();

	@Override
	protected TestServer server() {
		return server;
	}

	@Override
	protected LeaseStoreFactory factory() {
		return S3Objects.factory(server.port());
	}

}
