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
import java.util.List;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A request that only the leader can serve, sent to a follower. The example of
 * docs/elections.md.
 */
class ForwardingTests {

	@TempDir
	private Path directory;

	private final HttpClient client = HttpClient.newHttpClient();

	private ConfigurableApplicationContext leader;

	private ConfigurableApplicationContext follower;

	@BeforeEach
	void start() {
		this.leader = run();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(election(this.leader)::isLeader);
		this.follower = run();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> election(this.follower).leader().isPresent());
	}

	@AfterEach
	void stop() {
		this.follower.close();
		this.leader.close();
	}

	private ConfigurableApplicationContext run() {
		return SpringApplication.run(SampleApplication.class, "--server.port=0",
				"--sample.invoice-schedule=0 0 0 1 1 *",
				"--leader-election.local.directory=" + this.directory.resolve("election"),
				"--sample.ledger.directory=" + this.directory.resolve("ledger"));
	}

	private static LeaderElection election(ConfigurableApplicationContext context) {
		return context.getBean(LeaderElections.class).get(InvoiceJob.ELECTION);
	}

	private HttpResponse<String> post(ConfigurableApplicationContext context) throws Exception {
		String port = context.getEnvironment().getRequiredProperty("local.server.port");
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/api/invoices"))
			.POST(HttpRequest.BodyPublishers.noBody())
			.build();
		return this.client.send(request, HttpResponse.BodyHandlers.ofString());
	}

	@Test
	void followerForwardsToTheLeader() throws Exception {
		String port = this.leader.getEnvironment().getRequiredProperty("local.server.port");
		assertThat(election(this.follower).leader()).hasValueSatisfying(
				(known) -> assertThat(known.metadata()).containsEntry("url", "http://localhost:" + port));
		String instance = this.leader.getBean(LeaderElections.class).instance();
		for (ConfigurableApplicationContext asked : List.of(this.leader, this.follower)) {
			HttpResponse<String> response = post(asked);
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(response.body()).contains("\"instance\":\"" + instance + "\"");
		}
	}

	@Test
	void withoutALeaderTheCallerTriesLater() throws Exception {
		election(this.follower).pause().toCompletableFuture().join();
		election(this.leader).pause().toCompletableFuture().join();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> election(this.follower).leader().isEmpty());
		for (ConfigurableApplicationContext asked : List.of(this.leader, this.follower)) {
			HttpResponse<String> response = post(asked);
			assertThat(response.statusCode()).isEqualTo(503);
			assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
		}
	}

	@Test
	void leaderWithoutAddressLooksLikeNone() {
		try (ElectionEngine engine = ElectionEngineBuilder.alwaysLeading().build()) {
			engine.join(InvoiceJob.ELECTION);
			engine.start();
			InvoiceController controller = new InvoiceController(this.follower.getBean(InvoiceJob.class), engine);
			assertThat(controller.write().getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		}
	}

}
