/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.faults.InterferenceContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
class RedisInterferenceIT extends InterferenceContract {

	@AutoClose
	private static final RedisServer server = RedisServer.open();

	@Override
	protected LeaseStoreFactory factory() {
		return RedisStoreContract.factory(server.port());
	}

}
