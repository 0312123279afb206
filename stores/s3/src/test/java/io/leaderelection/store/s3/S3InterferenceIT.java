/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import io.leaderelection.servers.VersityServer;
import io.leaderelection.servers.faults.InterferenceContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class S3InterferenceIT extends InterferenceContract {

	@AutoClose
	private static final VersityServer server = VersityServer.open();

	@Override
	protected LeaseStoreFactory factory() {
		return S3Objects.factory(server.port());
	}

}
