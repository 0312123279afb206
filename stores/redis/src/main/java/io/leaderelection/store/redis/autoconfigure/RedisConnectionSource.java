/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.redis.RedisTarget;
import org.jspecify.annotations.Nullable;

/**
 * Where the application itself says that Redis is.
 */
interface RedisConnectionSource {

	/**
	 * What was found. Does not connect.
	 * @return names it, or {@code null} if there is nothing
	 */
	@Nullable String evidence();

	/**
	 * Copies it.
	 * @return where Redis is, or {@code null} if it is of a kind that is not known
	 * @throws LeaderElectionConfigurationException if it cannot be copied
	 */
	@Nullable RedisTarget target();

}
