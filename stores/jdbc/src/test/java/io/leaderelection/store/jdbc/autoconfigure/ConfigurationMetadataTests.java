/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.boot.json.JsonParserFactory;

import static org.assertj.core.api.Assertions.assertThat;

class ConfigurationMetadataTests {

	@Test
	@SuppressWarnings("unchecked")
	void thePropertiesAreDescribed() throws Exception {
		URL classes = JdbcLeaderElectionProperties.class.getProtectionDomain().getCodeSource().getLocation();
		try (InputStream stream = new URL(classes, "META-INF/spring-configuration-metadata.json").openStream()) {
			Map<String, Object> metadata = JsonParserFactory.getJsonParser()
				.parseMap(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
			List<Map<String, Object>> properties = (List<Map<String, Object>>) metadata.get("properties");
			assertThat(properties).extracting((property) -> property.get("name"))
				.containsExactlyInAnyOrder("leader-election.jdbc.url", "leader-election.jdbc.username",
						"leader-election.jdbc.password", "leader-election.jdbc.table-name",
						"leader-election.jdbc.initialize-schema", "leader-election.jdbc.fenced-transactions",
						"leader-election.jdbc.fenced-transaction-managers");
			assertThat(properties)
				.allSatisfy((property) -> assertThat((String) property.get("description")).isNotBlank().endsWith("."));
		}
	}

}
