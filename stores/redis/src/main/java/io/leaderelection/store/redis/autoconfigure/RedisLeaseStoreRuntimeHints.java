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
 * Registers the resources and classes of this module that a native image must keep: the
 * scripts, the classes by which libraries are detected, and the configuration of the
 * application's connection factory.
 */
final class RedisLeaseStoreRuntimeHints implements RuntimeHintsRegistrar {

	private static final List<String> OPTIONAL_LIBRARIES = List.of(ApplicationConnection.CLIENT,
			ApplicationConnection.SPRING_DATA, ApplicationConnection.BOOT);

	private static final String LETTUCE_FACTORY = "org.springframework.data.redis.connection.lettuce."
			+ "LettuceConnectionFactory";

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/leaderelection/store/redis/*.lua");
		for (String library : OPTIONAL_LIBRARIES) {
			hints.reflection().registerTypeIfPresent(classLoader, library, (type) -> {
			});
		}
		hints.reflection()
			.registerTypeIfPresent(classLoader, LETTUCE_FACTORY,
					(type) -> type.withField(ConnectionCopy.CONFIGURATION_FIELD));
	}

}
