/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper.autoconfigure;

import java.io.InputStream;
import java.net.URL;
import java.util.List;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the configuration metadata for development tools.
 */
class ConfigurationMetadataTests {

	@Test
	void thePropertiesAreDescribed() throws Exception {
		URL classes = ZooKeeperLeaderElectionProperties.class.getProtectionDomain().getCodeSource().getLocation();
		try (InputStream stream = new URL(classes, "META-INF/spring-configuration-metadata.json").openStream()) {
			DocumentContext metadata = JsonPath.parse(stream);
			List<String> names = metadata.read("$.properties[*].name");
			assertThat(names).containsExactlyInAnyOrder("leader-election.zookeeper.connect-string",
					"leader-election.zookeeper.session-timeout", "leader-election.zookeeper.root-path",
					"leader-election.zookeeper.username", "leader-election.zookeeper.password",
					"leader-election.zookeeper.acl");
			List<String> descriptions = metadata.read("$.properties[*].description");
			assertThat(descriptions).hasSameSizeAs(names)
				.allSatisfy((text) -> assertThat(text).isNotBlank().endsWith("."));
		}
	}

}
