/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.store.LeaseStoreFactory;

/**
 * Describes the Redis store if its client is not on the class path.
 */
final class MissingClientDescriptor implements LeaseStoreDescriptor {

	private static final String MISSING = "io.lettuce:lettuce-core is not on the class path";

	@Override
	public String name() {
		return RedisLeaseStoreDescriptor.NAME;
	}

	@Override
	public Reach reach() {
		return Reach.SHARED;
	}

	@Override
	public Detection detect() {
		return Detection.none(MISSING);
	}

	@Override
	public LeaseStoreFactory factory() {
		throw new LeaderElectionConfigurationException("leader-election.backend is 'redis', but " + MISSING,
				"Add the dependency io.lettuce:lettuce-core, or org.springframework.boot:"
						+ "spring-boot-starter-data-redis, which brings it");
	}

}
