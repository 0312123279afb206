/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.PromptSocketFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;

class JdbcLeaseStoreRuntimeHintsTests {

	private final RuntimeHints hints = new RuntimeHints();

	@BeforeEach
	void register() {
		new JdbcLeaseStoreRuntimeHints().registerHints(this.hints, getClass().getClassLoader());
	}

	@Test
	void isDeclared() {
		assertThat(SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)).hasAtLeastOneElementOfType(JdbcLeaseStoreRuntimeHints.class);
	}

	@Test
	void definitionsOfTheTablesAreKept() {
		assertThat(JdbcDialect.values()).allMatch((dialect) -> RuntimeHintsPredicates.resource()
			.forResource("io/leaderelection/store/jdbc/schema-" + dialect.id() + ".sql")
			.test(this.hints));
	}

	@Test
	void socketsOfPostgresAreKept() {
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(PromptSocketFactory.class)
			.withMemberCategory(MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS)).accepts(this.hints);
	}

}
