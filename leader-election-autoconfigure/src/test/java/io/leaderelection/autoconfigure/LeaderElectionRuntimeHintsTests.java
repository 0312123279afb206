/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.annotation.OnLeader;
import org.junit.jupiter.api.Test;

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

	@Test
	void annotationCanBeRead() {
		RuntimeHints hints = new RuntimeHints();
		new LeaderElectionRuntimeHints().registerHints(hints, getClass().getClassLoader());
		assertThat(RuntimeHintsPredicates.proxies().forInterfaces(OnLeader.class)).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(OnLeader.class)
			.withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS)).accepts(hints);
	}

}
