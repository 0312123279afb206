/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.Arrays;

import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the published manifest with the store's verbs. {@link KubernetesRightsIT}
 * tests that the store uses no other verbs.
 */
class ManifestTests {

	@Test
	void theRoleHasExactlyTheVerbsThatAreUsed() {
		Role role = object(Role.class);
		assertThat(role.getRules()).singleElement().satisfies((rule) -> {
			assertThat(rule.getApiGroups()).containsExactly("coordination.k8s.io");
			assertThat(rule.getResources()).containsExactly("leases");
			assertThat(rule.getVerbs()).containsExactlyInAnyOrderElementsOf(
					Arrays.stream(LeaseVerb.values()).map(LeaseVerb::toString).toList());
			assertThat(LeaseVerb.rule()).contains("verbs: [" + String.join(", ", rule.getVerbs()) + "]");
		});
	}

	@Test
	void theRoleIsTheOneThatThePagePrints() {
		assertThat(object(Role.class).getRules()).isEqualTo(TestCluster.documentedRules());
	}

	@Test
	void theRoleIsBoundToTheServiceAccount() {
		RoleBinding binding = object(RoleBinding.class);
		assertThat(binding.getRoleRef().getName()).isEqualTo(object(Role.class).getMetadata().getName());
		assertThat(binding.getSubjects()).singleElement()
			.satisfies((subject) -> assertThat(subject.getKind()).isEqualTo("ServiceAccount"));
	}

	private static <T> T object(Class<T> type) {
		return TestCluster.manifest().stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
	}

}
