/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import io.leaderelection.time.Scheduler;
import io.lettuce.core.resource.ClientResources;

/**
 * Opens connectors, each with a thread of its own, so that making one connection holds up
 * none of another.
 */
final class RedisConnectors {

	private final RedisTarget target;

	private final Scheduler scheduler;

	private final boolean pinned;

	RedisConnectors(RedisTarget target, Scheduler scheduler, boolean pinned) {
		this.target = target;
		this.scheduler = scheduler;
		this.pinned = pinned;
	}

	RedisConnector open(String threadName) {
		ClientResources resources = ClientSetup.resources(threadName, this.scheduler, this.target.resources());
		return (this.target.isCluster()) ? new ClusterConnector(this.target, resources, this.pinned)
				: new SingleServerConnector(this.target, resources);
	}

}
