/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Registers the resources and classes of this module that a native image must keep: the
 * definitions of the tables and the rights on them, the data source property of
 * transaction managers, and the classes by which libraries are detected. Drivers register
 * what they need themselves.
 */
final class JdbcLeaseStoreRuntimeHints implements RuntimeHintsRegistrar {

	/** Registered if they are on the class path. */
	private static final List<String> TRANSACTION_MANAGERS = List.of(
			"org.springframework.jdbc.datasource.DataSourceTransactionManager",
			"org.springframework.jdbc.support.JdbcTransactionManager",
			"org.springframework.orm.jpa.JpaTransactionManager");

	private static final List<String> OPTIONAL_LIBRARIES = List.of(ConnectionSources.HIKARI,
			ConnectionSources.SPRING_JDBC, ConnectionSources.BOOT_JDBC);

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/leaderelection/store/jdbc/*.sql");
		for (String library : OPTIONAL_LIBRARIES) {
			hints.reflection().registerTypeIfPresent(classLoader, library, (type) -> {
			});
		}
		for (String manager : TRANSACTION_MANAGERS) {
			hints.reflection()
				.registerTypeIfPresent(classLoader, manager,
						(type) -> type.withMethod("getDataSource", List.of(), ExecutableMode.INVOKE));
		}
	}

}
