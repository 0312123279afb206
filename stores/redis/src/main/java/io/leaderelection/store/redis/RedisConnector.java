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
 * Opens connections to Redis. Its methods do not block.
 */
interface RedisConnector extends AutoCloseable {

	/** Opens a connection for scripts. */
	CompletionStage<RedisSession> connect();

	/** Opens a connection for notifications. */
	CompletionStage<? extends StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub();

	/** Closes the connections and stops the threads. */
	@Override
	void close();

	/**
	 * Opens a connector with its own thread, so that its connections do not delay those
	 * of other connectors.
	 * @param target the address of Redis
	 * @param threadName the name of the thread
	 * @param scheduler runs the timeouts of the connections
	 * @param pinned whether commands of a cluster go to the connection of one node
	 */
	static RedisConnector open(RedisTarget target, String threadName, Scheduler scheduler, boolean pinned) {
		ClientResources resources = ClientSetup.resources(threadName, scheduler, target.resources());
		return target.isCluster() ? new ClusterConnector(target, resources, pinned)
				: new SingleServerConnector(target, resources);
	}

}
