/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.util.Arrays;
import java.util.stream.Stream;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.store.jdbc.JdbcDialect;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.jdbc.datasource.AbstractDriverBasedDataSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;

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

	/** The definitions of the tables, and the privileges that a message names. */
	@Test
	void scriptsAreKept() {
		assertThat(Stream.concat(Stream.of("grants"),
				Arrays.stream(JdbcDialect.values()).map((dialect) -> "schema-" + dialect.id())))
			.allSatisfy((script) -> assertThat(
					RuntimeHintsPredicates.resource().forResource("io/leaderelection/store/jdbc/" + script + ".sql"))
				.accepts(this.hints));
	}

	@ParameterizedTest
	@ValueSource(
			classes = { DataSourceTransactionManager.class, JdbcTransactionManager.class, JpaTransactionManager.class })
	void dataSourceOfATransactionManagerIsReadable(Class<?> manager) {
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(manager, "getDataSource"))
			.accepts(this.hints);
	}

	@ParameterizedTest
	@ValueSource(classes = { HikariDataSource.class, AbstractDriverBasedDataSource.class, JdbcConnectionDetails.class })
	void presentLibraryIsFoundByName(Class<?> type) {
		assertThat(RuntimeHintsPredicates.reflection().onType(type)).accepts(this.hints);
	}

	@Test
	void missingTransactionManagersAreIgnored() {
		RuntimeHints without = new RuntimeHints();
		new JdbcLeaseStoreRuntimeHints().registerHints(without, new FilteredClassLoader("org.springframework.orm",
				"org.springframework.jdbc", "org.springframework.boot.jdbc", "com.zaxxer.hikari"));
		assertThat(without.reflection().typeHints()).isEmpty();
	}

}
