/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LeaseRequestsTests {

	private static final String EVENT = "{\"stage\":\"%s\",\"verb\":\"%s\",\"objectRef\":{\"resource\":\"%s\"}}\n";

	@Test
	void answeredRequestsToLeasesAreCountedByVerb(@TempDir Path folder) throws IOException {
		Path log = Files.writeString(folder.resolve("audit.log"),
				EVENT.formatted("ResponseComplete", "update", "leases")
						+ EVENT.formatted("ResponseComplete", "update", "leases")
						+ EVENT.formatted("ResponseStarted", "watch", "leases")
						+ EVENT.formatted("ResponseComplete", "get", "leases")
						+ EVENT.formatted("ResponseComplete", "get", "namespaces")
						+ "{\"stage\":\"ResponseComplete\",\"verb\":\"get\",\"objectRef\":{\"resource\":\"leases\"");
		assertThat(LeaseRequests.count(log)).isEqualTo(Map.of("update", 2, "get", 1));
	}

	@Test
	void ratesAreOfTheWindow() {
		Map<String, Integer> before = Map.of("update", 10, "create", 5);
		Map<String, Integer> after = Map.of("update", 30, "create", 5, "get", 15);
		assertThat(LeaseRequests.rates(before, after, Duration.ofSeconds(60)))
			.isEqualTo(Map.of("all", 0.58, "update", 0.33, "get", 0.25));
	}

}
