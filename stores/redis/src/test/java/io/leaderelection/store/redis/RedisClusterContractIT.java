/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.List;

import org.junit.jupiter.api.AutoClose;

class RedisClusterContractIT extends RedisStoreContract {

	@AutoClose
	private static final RedisCluster cluster = RedisCluster.open();

	@AutoClose
	private static final RedisRecords records = RedisRecords.ofCluster(cluster.uris());

	@Override
	List<String> addresses() {
		return cluster.uris().stream().map((uri) -> "redis://" + uri.getHost() + ":" + uri.getPort()).toList();
	}

	@Override
	RedisRecords records() {
		return records;
	}

}
