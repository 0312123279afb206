/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.List;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisSentinel;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisSentinelContractIT extends RedisStoreContract {

	private static RedisServer primary;

	private static RedisSentinel sentinel;

	private static RedisRecords records;

	@BeforeAll
	static void startServers() {
		primary = RedisServer.open();
		sentinel = RedisSentinel.open("orders", primary);
		records = RedisRecords.of(RedisURI.create(Loopback.HOST, primary.port()));
	}

	@AfterAll
	static void stopServers() {
		records.close();
		sentinel.close();
		primary.close();
	}

	@Override
	RedisTarget target() {
		return target(sentinel.port());
	}

	@Override
	RedisRecords records() {
		return records;
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(Integer.toString(sentinel.port())));
	}

	static RedisTarget target(int sentinelPort) {
		return RedisTarget.of(RedisURI.Builder.sentinel(Loopback.HOST, sentinelPort, "orders").build());
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			RedisTarget target = target(Integer.parseInt(arguments.get(0)));
			return RedisLeaseStoreFactory.builder(target).assumeFresh(true).build().open();
		}

	}

}
