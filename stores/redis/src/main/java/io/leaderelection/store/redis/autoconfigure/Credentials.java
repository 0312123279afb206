/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.util.function.Supplier;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * User names and passwords for Lettuce.
 */
final class Credentials {

	private Credentials() {
	}

	static RedisCredentialsProvider readAtEachConnect(Supplier<RedisCredentials> credentials) {
		return RedisCredentialsProvider.from(credentials);
	}

	@SuppressWarnings("NullAway") // Lettuce takes null for "none"
	static RedisCredentials of(@Nullable String username, char @Nullable [] password) {
		return RedisCredentials.just(StringUtils.hasText(username) ? username : null, password);
	}

}
