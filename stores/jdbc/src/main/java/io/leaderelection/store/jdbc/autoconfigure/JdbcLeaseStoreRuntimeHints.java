/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import io.leaderelection.store.jdbc.PromptSocketFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What a native image has to keep of this module: the definitions of the tables, and what
 * PostgreSQL's driver makes by its name. Drivers bring hints of their own.
 */
final class JdbcLeaseStoreRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/leaderelection/store/jdbc/schema-*.sql");
		hints.reflection().registerType(PromptSocketFactory.class, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
	}

}
