/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.concurrent.CompletionStage;

import io.leaderelection.time.Scheduler;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;

/**
 * Makes connections. Its methods do not block.
 */
interface RedisConnector extends AutoCloseable {

	/** Connects for scripts. */
	CompletionStage<RedisSession> connect();

	/** Connects for notifications. */
	CompletionStage<? extends StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub();

	/** Ends its connections and threads. */
	@Override
	void close();

	/**
	 * Opens a connector with a thread of its own, so that making one connection delays
	 * none of another.
	 * @param target where Redis is
	 * @param threadName names the thread
	 * @param scheduler runs its timeouts
	 * @param pinned whether commands of a cluster go to the connection of one node
	 */
	static RedisConnector open(RedisTarget target, String threadName, Scheduler scheduler, boolean pinned) {
		ClientResources resources = ClientSetup.resources(threadName, scheduler, target.resources());
		return target.isCluster() ? new ClusterConnector(target, resources, pinned)
				: new SingleServerConnector(target, resources);
	}

}
