/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;

/**
 * A session over a Lettuce connection.
 *
 * @param connection the connection
 * @param node returns the commands of the node that stores a key
 */
record ConnectionSession(StatefulConnection<byte[], byte[]> connection,
		Function<byte[], CompletionStage<RedisClusterAsyncCommands<byte[], byte[]>>> node) implements RedisSession {

	@Override
	public CompletionStage<RedisClusterAsyncCommands<byte[], byte[]>> commands(byte[] key) {
		return this.node.apply(key);
	}

	@Override
	public boolean isOpen() {
		return this.connection.isOpen();
	}

	@Override
	public void close() {
		ClientSetup.close(this.connection);
	}

}
