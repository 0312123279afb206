/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.concurrent.CompletionStage;

import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

/**
 * Makes connections. Its methods do not block.
 */
interface RedisConnector extends AutoCloseable {

	/** Connects for scripts. */
	CompletionStage<RedisSession> connect();

	/** Connects for hints. */
	CompletionStage<? extends StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub();

	/** Ends its connections and threads. */
	@Override
	void close();

}
