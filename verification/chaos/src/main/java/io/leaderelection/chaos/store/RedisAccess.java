/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.util.List;

import io.leaderelection.servers.Loopback;

/**
 * Redis.
 */
record RedisAccess() implements StoreAccess {

	@Override
	public List<String> arguments(int port) {
		return List.of("--spring.profiles.active=redis",
				"--spring.data.redis.url=redis://" + Loopback.HOST + ":" + port);
	}

	@Override
	public boolean requestsStandAlone() {
		return true;
	}

	@Override
	public void deleteRecord(int port) throws IOException {
		Resp.call(port, "DEL", "leader-election:{" + ChaosStore.NAMESPACE + "}:" + ChaosStore.ELECTION);
	}

}
