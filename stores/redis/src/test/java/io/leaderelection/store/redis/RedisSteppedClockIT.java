/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;

import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.faults.SteppedClockContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class RedisSteppedClockIT extends SteppedClockContract {

	private FakeTime clock;

	private RedisServer server;

	@BeforeEach
	void startServer() {
		this.clock = FakeTime.open();
		this.server = RedisServer.openUnder(this.clock);
	}

	@AfterEach
	void stopServer() {
		this.server.close();
		this.clock.close();
	}

	@Override
	protected int port() {
		return this.server.port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		RedisTarget target = RedisTarget.of(RedisURI.create(Loopback.HOST, port));
		return RedisLeaseStoreFactory.builder(target).assumeFresh(true).build();
	}

	@Override
	protected void stepClock(Duration step) {
		this.clock.step(step);
	}

}
