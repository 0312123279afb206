/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.function.UnaryOperator;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.time.TimeSystem;

/**
 * Runs the contract on a store with mutated scripts, for {@link RedisStoreMutationIT}.
 */
final class MutatedRedisStore extends RedisStandaloneContractIT {

	static UnaryOperator<String> scripts;

	@Override
	protected LeaseStore open() {
		return new RedisLeaseStore(target(addresses()), new RedisStoreSettings(RedisRecords.PREFIX, true, 0), scripts,
				TimeSystem.system());
	}

}
