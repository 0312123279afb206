/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that guards one method runs the election alone: it loads no class of a
 * feature. What Spring Boot reads of a feature is its auto-configuration, and what an
 * application may inject or define is a type in the signature of a bean.
 */
class GroundFloorTests {

	private static final String ROOT = "io.leaderelection.";

	/** The packages of features in core and in this module. */
	private static final List<String> FEATURES = List.of("work.tick", "partition", "preference", "preference.bid",
			"once", "actuate", "eligibility", "guard.partition", "guard.reactive", "guard.stall", "micrometer",
			"observation", "schedule", "task", "web");

	private static final Set<String> TYPES_OF_BEANS = Set.of(ROOT + "schedule.Ticks",
			ROOT + "eligibility.LeadershipEligibility");

	@Test
	void applicationWithOneGuardedMethodLoadsNoFeature() throws Exception {
		Set<String> loaded = ReducedClassPath.check(OneGuardedMethod.class,
				"org.springframework.boot.actuate.endpoint.annotation.Endpoint", "spring-boot-actuator",
				"spring-boot-health", "spring-boot-jackson", "spring-boot-micrometer", "micrometer-core",
				"spring-kafka", "spring-rabbit", "spring-jms", "spring-integration", "context-propagation");
		assertThat(loaded).as("the election itself").contains(ROOT + "guard.GuardCall");
		assertThat(loaded).filteredOn(GroundFloorTests::isOfFeature).isEmpty();
	}

	private static boolean isOfFeature(String type) {
		if (!type.startsWith(ROOT) || type.endsWith("AutoConfiguration") || TYPES_OF_BEANS.contains(type)) {
			return false;
		}
		return FEATURES.contains(type.substring(ROOT.length()).replaceAll("\\.[A-Z].*", ""));
	}

}
