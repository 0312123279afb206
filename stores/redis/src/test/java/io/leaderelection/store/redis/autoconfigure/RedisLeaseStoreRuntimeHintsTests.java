/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;

class RedisLeaseStoreRuntimeHintsTests {

	private static final String SCRIPTS = "io/leaderelection/store/redis/";

	@Test
	void isDeclared() {
		assertThat(SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)).hasAtLeastOneElementOfType(RedisLeaseStoreRuntimeHints.class);
	}

	@Test
	void scriptsAreKept() throws Exception {
		RuntimeHints hints = new RuntimeHints();
		new RedisLeaseStoreRuntimeHints().registerHints(hints, getClass().getClassLoader());
		Resource[] scripts = new PathMatchingResourcePatternResolver().getResources("classpath*:" + SCRIPTS + "*.lua");
		assertThat(scripts).hasSizeGreaterThanOrEqualTo(5)
			.allMatch((script) -> RuntimeHintsPredicates.resource()
				.forResource(SCRIPTS + script.getFilename())
				.test(hints));
	}

}
