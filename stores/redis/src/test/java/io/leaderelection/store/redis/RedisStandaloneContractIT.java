/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.List;

import io.leaderelection.servers.RedisServer;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisStandaloneContractIT extends RedisStoreContract {

	private static RedisServer server;

	private static RedisRecords records;

	@BeforeAll
	static void startServer() {
		server = RedisServer.open();
		records = RedisRecords.of(uri(server.port()));
	}

	@AfterAll
	static void stopServer() {
		records.close();
		server.close();
	}

	@Override
	RedisTarget target() {
		return RedisTarget.of(uri(server.port()));
	}

	@Override
	RedisRecords records() {
		return records;
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(Integer.toString(server.port())));
	}

	private static RedisURI uri(int port) {
		return RedisURI.create("127.0.0.1", port);
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			RedisTarget target = RedisTarget.of(uri(Integer.parseInt(arguments.get(0))));
			return RedisLeaseStoreFactory.builder(target).assumeFresh(true).build().open();
		}

	}

}
