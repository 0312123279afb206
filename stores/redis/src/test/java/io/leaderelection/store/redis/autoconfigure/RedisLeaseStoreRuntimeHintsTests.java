/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

class RedisLeaseStoreRuntimeHintsTests {

	private static final String SCRIPTS = "io/leaderelection/store/redis/";

	private final RuntimeHints hints = new RuntimeHints();

	@BeforeEach
	void register() {
		new RedisLeaseStoreRuntimeHints().registerHints(this.hints, getClass().getClassLoader());
	}

	@Test
	void isDeclared() {
		assertThat(SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)).hasAtLeastOneElementOfType(RedisLeaseStoreRuntimeHints.class);
	}

	@Test
	void scriptsAreKept() throws Exception {
		Resource[] scripts = new PathMatchingResourcePatternResolver().getResources("classpath*:" + SCRIPTS + "*.lua");
		assertThat(scripts).hasSizeGreaterThanOrEqualTo(5)
			.allMatch((script) -> RuntimeHintsPredicates.resource()
				.forResource(SCRIPTS + script.getFilename())
				.test(this.hints));
	}

	@ParameterizedTest
	@ValueSource(classes = { RedisClient.class, RedisConnectionFactory.class, DataRedisConnectionDetails.class })
	void presentLibraryIsFoundByName(Class<?> type) {
		assertThat(RuntimeHintsPredicates.reflection().onType(type)).accepts(this.hints);
	}

	@Test
	void configurationOfTheConnectionFactoryIsKept() {
		assertThat(RuntimeHintsPredicates.reflection().onFieldAccess(LettuceConnectionFactory.class, "configuration"))
			.accepts(this.hints);
	}

}
