/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Registers the resources and classes that a native image has to keep of this module: the
 * scripts, and the libraries that are looked for by name.
 */
final class RedisLeaseStoreRuntimeHints implements RuntimeHintsRegistrar {

	private static final List<String> LOOKED_FOR = List.of(RedisConnectionSource.CLIENT,
			RedisConnectionSource.SPRING_DATA, RedisConnectionSource.BOOT);

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/leaderelection/store/redis/*.lua");
		for (String library : LOOKED_FOR) {
			hints.reflection().registerTypeIfPresent(classLoader, library, (type) -> {
			});
		}
	}

}
