/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.annotation.StartOnLeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;

class LeaderElectionRuntimeHintsTests {

	@Test
	void isDeclared() {
		assertThat(SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)).hasAtLeastOneElementOfType(LeaderElectionRuntimeHints.class);
	}

	@ParameterizedTest
	@ValueSource(classes = { OnLeader.class, OncePerTick.class, LeaderTask.class, StartOnLeader.class })
	void annotationCanBeRead(Class<?> type) {
		RuntimeHints hints = new RuntimeHints();
		new LeaderElectionRuntimeHints().registerHints(hints, getClass().getClassLoader());
		assertThat(RuntimeHintsPredicates.proxies().forInterfaces(type)).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(type)
			.withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS)).accepts(hints);
	}

	@ParameterizedTest
	@ValueSource(strings = { "page.html", "page.css", "page.js" })
	void filesOfThePageAreKept(String name) {
		RuntimeHints hints = new RuntimeHints();
		new LeaderElectionRuntimeHints().registerHints(hints, getClass().getClassLoader());
		String file = "io/leaderelection/actuate/" + name;
		assertThat(getClass().getClassLoader().getResource(file)).isNotNull();
		assertThat(RuntimeHintsPredicates.resource().forResource(file)).accepts(hints);
	}

}
