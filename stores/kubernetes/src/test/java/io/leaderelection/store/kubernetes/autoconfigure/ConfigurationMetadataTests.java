/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes.autoconfigure;

import java.io.InputStream;
import java.net.URL;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConfigurationMetadataTests {

	@Test
	@SuppressWarnings("unchecked")
	void thePropertiesAreDescribed() throws Exception {
		URL classes = KubernetesLeaderElectionProperties.class.getProtectionDomain().getCodeSource().getLocation();
		try (InputStream stream = new URL(classes, "META-INF/spring-configuration-metadata.json").openStream()) {
			Map<String, Object> metadata = new ObjectMapper().readValue(stream, Map.class);
			List<Map<String, Object>> properties = (List<Map<String, Object>>) metadata.get("properties");
			assertThat(properties).extracting((property) -> property.get("name"))
				.containsExactlyInAnyOrder("leader-election.kubernetes.namespace",
						"leader-election.kubernetes.name-prefix", "leader-election.kubernetes.labels");
			assertThat(properties)
				.allSatisfy((property) -> assertThat((String) property.get("description")).isNotBlank().endsWith("."));
		}
	}

}
