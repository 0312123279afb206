/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import io.leaderelection.servers.RedisServer;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.servers.handover.HandoverContract;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Tests handovers on a Redis server.
 */
@Tag("server")
class RedisHandoverContractIT extends HandoverContract {

	private static RedisServer server;

	@BeforeAll
	static void startServer() {
		server = RedisServer.open();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	private static LeaseStoreFactory factory() {
		return RedisLeaseStoreFactory.builder(RedisTarget.of(RedisURI.create("127.0.0.1", server.port())))
			.assumeFresh(true)
			.build();
	}

	@Override
	protected LeaseStore open() {
		return factory().open();
	}

	@Override
	protected StoreTraits traits() {
		return factory().traits();
	}

}
