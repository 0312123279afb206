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
 * Registers the resources and classes that a native image has to keep of this module: the
 * definitions of the tables, the property by which transaction managers expose their data
 * source, and the libraries that are looked for by name. Drivers bring hints of their
 * own.
 */
final class JdbcLeaseStoreRuntimeHints implements RuntimeHintsRegistrar {

	/** Not all need be there. */
	private static final List<String> TRANSACTION_MANAGERS = List.of(
			"org.springframework.jdbc.datasource.DataSourceTransactionManager",
			"org.springframework.jdbc.support.JdbcTransactionManager",
			"org.springframework.orm.jpa.JpaTransactionManager");

	private static final List<String> LOOKED_FOR = List.of(PhysicalConnections.HIKARI, PhysicalConnections.SPRING_JDBC,
			PhysicalConnections.BOOT_JDBC);

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/leaderelection/store/jdbc/schema-*.sql");
		for (String library : LOOKED_FOR) {
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
