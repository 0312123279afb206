/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.net.http.HttpResponse;

import io.leaderelection.LeaderElections;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.json.JsonContent;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.application.name=orders", "leader-election.elections.billing.cool-down=0s",
				"leader-election.elections.reports.cool-down=1h", "leader-election.metadata.zone=eu-1",
				"management.endpoint.leader.access=unrestricted",
				"management.endpoints.web.exposure.include=leader,leadergate,health",
				"management.endpoint.health.show-details=always", "spring.jmx.enabled=true",
				"management.endpoints.jmx.exposure.include=*" })
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeaderEndpointWebTests {

	@LocalServerPort
	private int port;

	@Autowired
	private LeaderElections elections;

	private HttpResponse<String> send(String path, @Nullable String body) throws Exception {
		return EndpointClient.send(this.port, path, body);
	}

	private static JsonContent json(HttpResponse<String> response) {
		return new JsonContent(response.body());
	}

	private void awaitLeader() {
		Awaitility.await().until(() -> this.elections.get("billing").isLeader());
	}

	@Test
	void showsAllElections() throws Exception {
		awaitLeader();
		HttpResponse<String> response = send("leader", null);
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(json(response)).hasPathSatisfying("$.instance",
				(path) -> assertThat(path).isEqualTo(this.elections.instance()));
		assertThat(json(response)).extractingPath("$.namespace").isEqualTo("orders");
		assertThat(json(response)).extractingPath("$.backend.type").isEqualTo("in-memory");
		assertThat(json(response)).extractingPath("$.backend.lastContact").asString().endsWith("Z");
		assertThat(json(response)).extractingPath("$.elections.billing.state").isEqualTo("LEADER");
		assertThat(json(response)).extractingPath("$.elections.billing.leading").isEqualTo(true);
		assertThat(json(response)).extractingPath("$.elections.billing.leader.id").isEqualTo(this.elections.instance());
		assertThat(json(response)).extractingPath("$.elections.billing.leader.metadata.zone").isEqualTo("eu-1");
		assertThat(json(response)).extractingPath("$.elections.billing.fencingToken").isNotNull();
		assertThat(json(response)).extractingPath("$.elections.billing.leaseRemaining").asString().startsWith("PT");
		assertThat(json(response)).extractingPath("$.elections.billing.transitions[0].to").isEqualTo("FOLLOWER");
		assertThat(response.body()).doesNotContain("null");
	}

	@Test
	void showsNamesOfCheckpointsAndNoValues() throws Exception {
		awaitLeader();
		this.elections.get("billing").leadership().orElseThrow().checkpoint("last invoice", "secret-canary");
		assertThat(json(send("leader", null))).extractingPath("$.elections.billing.checkpoints['last invoice']")
			.isEqualTo("******");
		assertThat(send("leader/billing", null).body()).contains("last invoice").doesNotContain("canary");
	}

	@Test
	void unknownElectionIsNotFoundAndNotEchoed() throws Exception {
		for (String body : new String[] { null, "{\"action\":\"STEP_DOWN\"}", "{\"action\":\"DANCE\"}" }) {
			HttpResponse<String> response = send("leader/nosuchelection", body);
			assertThat(response.statusCode()).isEqualTo(404);
			assertThat(response.body()).doesNotContain("nosuchelection");
		}
		assertThat(this.elections.find("nosuchelection")).isEmpty();
	}

	@Test
	void gateIsOpenOnTheLeaderOnly() throws Exception {
		awaitLeader();
		HttpResponse<String> response = send("leadergate/billing", null);
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(json(response)).extractingPath("$.leading").isEqualTo(true);
		this.elections.get("reports").stepDown();
		Awaitility.await().until(() -> send("leadergate/reports", null).statusCode() == 503);
		assertThat(send("leadergate/nosuchelection", null).statusCode()).isEqualTo(404);
	}

	@Test
	void leaderIsHealthy() throws Exception {
		awaitLeader();
		HttpResponse<String> response = send("health/leader", null);
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(json(response)).extractingPath("$.details.billing.state").isEqualTo("LEADER");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(InMemoryStore.class)
	static class Application {

	}

}
