/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.List;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.handover.SuspendableProcess;
import io.leaderelection.servers.handover.SuspensionContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/**
 * Suspends an election of several processes on a Redis server.
 */
@Tag("server")
class RedisSuspensionIT extends SuspensionContract {

	@AutoClose
	private static final RedisServer server = RedisServer.open();

	@Override
	protected Class<? extends SuspendableProcess.Opener> opener() {
		return Opener.class;
	}

	@Override
	protected List<String> arguments() {
		return List.of("redis://" + Loopback.HOST + ":" + server.port());
	}

	/** Opens the store in another JVM. */
	static final class Opener implements SuspendableProcess.Opener {

		@Override
		public LeaseStoreFactory factory(List<String> arguments) {
			return RedisStoreContract.factory(RedisStoreContract.target(arguments));
		}

	}

}
