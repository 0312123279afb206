/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.Arrays;

import io.fabric8.kubernetes.api.model.rbac.Role;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the published manifest with the store's verbs. {@link ClusterIT} tests that
 * the store uses no other verbs.
 */
class ManifestTests {

	@Test
	void theRoleHasExactlyTheVerbsThatAreUsed() {
		Role role = TestCluster.manifest()
			.stream()
			.filter(Role.class::isInstance)
			.map(Role.class::cast)
			.findFirst()
			.orElseThrow();
		assertThat(role.getRules()).singleElement().satisfies((rule) -> {
			assertThat(rule.getApiGroups()).containsExactly("coordination.k8s.io");
			assertThat(rule.getResources()).containsExactly("leases");
			assertThat(rule.getVerbs()).containsExactlyInAnyOrderElementsOf(
					Arrays.stream(LeaseVerb.values()).map(LeaseVerb::toString).toList());
			assertThat(LeaseVerb.rule()).contains("verbs: [" + String.join(", ", rule.getVerbs()) + "]");
		});
	}

}
