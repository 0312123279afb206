/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.concurrent.CompletionStage;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;

/**
 * A connection for scripts, which does not reconnect after it is lost.
 */
interface RedisSession extends AutoCloseable {

	/**
	 * Returns the commands of the node that stores a key.
	 */
	CompletionStage<RedisClusterAsyncCommands<byte[], byte[]>> commands(byte[] key);

	boolean isOpen();

	@Override
	void close();

}
