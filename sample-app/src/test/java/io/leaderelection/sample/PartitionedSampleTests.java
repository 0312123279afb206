/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;

import io.leaderelection.LeaderElections;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the sample with a divided election.
 */
@DirtiesContext // ends the context before its directory is removed
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = "leader-election.elections.shipments.partitions=12")
class PartitionedSampleTests {

	@TempDir
	private static Path directory;

	private final HttpClient client = HttpClient.newHttpClient();

	@LocalServerPort
	private int port;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private ShipmentTask task;

	@DynamicPropertySource
	static void ownDirectory(DynamicPropertyRegistry registry) {
		registry.add("leader-election.local.directory", () -> directory.resolve("election").toString());
	}

	@Test
	void pageShowsWhoOwnsWhichPartition() throws Exception {
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> this.task.running().size() == 12);
		String state = get("/api/state");
		assertThat(state).containsOnlyOnce("\"owners\":[\"" + this.elections.instance() + "\"");
		assertThat(state.split(this.elections.instance(), -1)).hasSizeGreaterThan(12);
		assertThat(get("/")).contains("id=\"partitions\"");
		assertThat(get("/actuator/leader/shipments")).contains("\"partitions\":12");
	}

	private String get(String path) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + path)).build();
		HttpResponse<String> response = this.client.send(request, HttpResponse.BodyHandlers.ofString());
		assertThat(response.statusCode()).as(path).isEqualTo(200);
		return response.body();
	}

}
