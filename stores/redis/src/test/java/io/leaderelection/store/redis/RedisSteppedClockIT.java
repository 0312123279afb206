/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;

import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.faults.SteppedClockContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class RedisSteppedClockIT extends SteppedClockContract {

	@AutoClose
	private final FakeTime clock = FakeTime.open();

	@AutoClose
	private final RedisServer server = RedisServer.openUnder(this.clock);

	@Override
	protected int port() {
		return this.server.port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		return RedisStoreContract.factory(port);
	}

	@Override
	protected void stepClock(Duration step) {
		this.clock.step(step);
	}

}
