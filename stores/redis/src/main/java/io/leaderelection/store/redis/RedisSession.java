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
 * A connection for scripts, which does not reconnect after it is lost.
 *
 * @param connection the connection
 * @param node returns the commands of the node that stores a key
 */
record RedisSession(StatefulConnection<String, String> connection,
		Function<String, CompletionStage<RedisClusterAsyncCommands<String, String>>> node) {

}
