/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.faults.LateAnswerContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class RedisLateAnswersIT extends LateAnswerContract {

	private static RedisServer server;

	@BeforeAll
	static void startServer() {
		server = RedisServer.open();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@Override
	protected int port() {
		return server.port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		RedisTarget target = RedisTarget.of(RedisURI.create(Loopback.HOST, port));
		return RedisLeaseStoreFactory.builder(target).assumeFresh(true).build();
	}

}
