/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.handover.HandoverContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/**
 * Tests handovers on a Redis server.
 */
@Tag("server")
class RedisHandoverContractIT extends HandoverContract {

	@AutoClose
	private static final RedisServer server = RedisServer.open();

	@Override
	protected LeaseStoreFactory factory() {
		return RedisStoreContract.factory(server.port());
	}

}
