/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.json.JsonContent;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoints and the health of an election with many partitions.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.application.name=orders", "leader-election.elections.orders.partitions=256",
				"leader-election.elections.billing.cool-down=0s", "leader-election.cool-down=10ms",
				"leader-election.lease-duration=2s", "management.endpoint.leader.access=unrestricted",
				"management.endpoints.web.exposure.include=leader,leadergate,health",
				"management.endpoint.health.show-details=always" })
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PartitionedEndpointTests {

	@LocalServerPort
	private int port;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private InMemoryLeaseStoreFactory memory;

	private HttpResponse<String> send(String path, @Nullable String body) throws Exception {
		return EndpointClient.send(this.port, path, body);
	}

	private static JsonContent json(HttpResponse<String> response) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return new JsonContent(response.body());
	}

	private long led() {
		return this.elections.all()
			.stream()
			.filter((election) -> election.name().startsWith("orders:"))
			.filter(LeaderElection::isLeader)
			.count();
	}

	@BeforeEach
	void awaitAll() {
		Awaitility.await().until(() -> led() == 256);
	}

	@Test
	void partitionsShareOneShortEntry() throws Exception {
		HttpResponse<String> response = send("leader", null);
		assertThat(json(response)).extractingPath("$.elections.billing.state").isNotNull();
		assertThat(json(response)).extractingPath("$.partitioned.orders.partitions").isEqualTo(256);
		assertThat(json(response)).extractingPath("$.partitioned.orders.leading.length()").isEqualTo(256);
		assertThat(json(response))
			.extractingPath("$.partitioned.orders.leaders['" + this.elections.instance() + "'].length()")
			.isEqualTo(256);
		assertThat(response.body()).doesNotContain("orders:").doesNotContain("null").hasSizeLessThan(8192);
		assertThat(json(send("leader/orders", null))).extractingPath("$.partitions").isEqualTo(256);
	}

	@Test
	void onePartitionIsShownInFull() throws Exception {
		assertThat(json(send("leader/orders:3", null))).extractingPath("$.state").isEqualTo("LEADER");
		assertThat(send("leader/orders:256", null).statusCode()).isEqualTo(404);
		assertThat(json(send("leadergate/orders:3", null))).extractingPath("$.leading").isEqualTo(true);
		assertThat(send("leadergate/orders", null).statusCode()).isEqualTo(404);
	}

	@Test
	void requestsActOnOnePartitionOrOnAll() throws Exception {
		json(send("leader/orders:3", "{\"action\":\"PAUSE\"}"));
		Awaitility.await().until(() -> led() == 255);
		assertThat(json(send("leader/orders", null))).extractingPath("$.withheldBy").isEqualTo(List.of("PAUSED"));
		json(send("leader/orders", "{\"action\":\"PAUSE\"}"));
		Awaitility.await().until(() -> led() == 0);
		json(send("leader/orders", "{\"action\":\"RESUME\"}"));
		Awaitility.await().until(() -> led() == 256);
		json(send("leader/orders", "{\"action\":\"STEP_DOWN\",\"coolDown\":\"1s\"}"));
		Awaitility.await().until(() -> led() == 256);
		assertThat(this.elections.get("orders:0").status().transitions())
			.anyMatch((transition) -> transition.cause().name().equals("STEP_DOWN"));
	}

	@Test
	void invalidRequestsAreRefused() throws Exception {
		assertThat(send("leader/orders", "{\"action\":\"FORGET\",\"checkpoint\":\"other\"}").body())
			.contains("has the checkpoint 'partitions' alone");
		HttpResponse<String> tick = send("leader/orders", "{\"action\":\"RUN_NOW\",\"tick\":\"bills\"}");
		assertThat(tick.statusCode()).isEqualTo(400);
		assertThat(tick.body()).contains("has no ticks");
	}

	@Test
	void healthHasOneDetailForAll() throws Exception {
		HttpResponse<String> response = send("health/leader", null);
		assertThat(json(response)).extractingPath("$.details.orders.partitions").isEqualTo(256);
		assertThat(json(response)).extractingPath("$.details.orders.leading").isEqualTo(256);
		assertThat(json(response)).extractingPath("$.details.orders.status").isEqualTo("UP");
		assertThat(json(response)).extractingPath("$.details.billing.state").isNotNull();
		assertThat(response.body()).doesNotContain("orders:").hasSizeLessThan(2048);
	}

	@Test
	void numberOfPartitionsIsForgottenOnRequest() throws Exception {
		json(send("leader/orders", "{\"action\":\"FORGET\",\"checkpoint\":\"partitions\"}"));
		Awaitility.await().until(() -> led() == 0);
		try (LeaseStore store = this.memory.open()) {
			Outcome found = store.observe(List.of(new ElectionKey("orders", "orders")), Duration.ofSeconds(1)).get(0);
			assertThat(found).asString().doesNotContain("partitions=");
		}
		((ElectionEngine) this.elections).stop().toCompletableFuture().join();
		((ElectionEngine) this.elections).start();
		Awaitility.await().until(() -> led() == 256);
	}

	@Test
	void healthShowsWhyNothingIsLed() {
		ManualTime time = new ManualTime();
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(time.wallClock());
		try (ElectionEngine first = engine(memory, time, 4); ElectionEngine second = engine(memory, time, 8)) {
			time.advance(Duration.ofSeconds(5));
			Health health = health(second, time, null);
			assertThat(health.getStatus()).isEqualTo(Status.UP);
			assertThat(details(health)).containsEntry("partitions", 8)
				.containsEntry("leading", 0)
				.containsEntry("withheldBy", "PARTITIONS_UNCONFIRMED");
			assertThat(details(health).get("problem")).asString().contains("8 partitions", "4", "FORGET");
			assertThat(details(health(first, time, null))).doesNotContainKey("problem").containsEntry("leading", 4);
			assertThat(second.get("orders:1").status().state()).isEqualTo(ElectionState.PAUSED);
			first.stop();
			second.stop();
			time.runDue();
		}
	}

	@Test
	void healthIsDownIfAPartitionIsVacantForTooLong() {
		ManualTime time = new ManualTime();
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(time.wallClock());
		try (ElectionEngine engine = engine(memory, time, 4)) {
			engine.get("orders:1").stepDown(Duration.ofHours(1));
			engine.get("orders:2").stepDown(Duration.ofHours(1));
			time.advance(Duration.ofMinutes(10));
			Health health = health(engine, time, Duration.ofMinutes(5));
			assertThat(health.getStatus()).isEqualTo(Status.DOWN);
			assertThat(details(health)).containsEntry("vacant", 2).containsEntry("leading", 2);
			assertThat(details(health).get("reason")).asString().startsWith("orders:1: no leader").contains("1 more");
			engine.stop();
			time.runDue();
		}
	}

	private static ElectionEngine engine(InMemoryLeaseStoreFactory memory, ManualTime time, int partitions) {
		ElectionEngine engine = ElectionEngineBuilder.of(memory.open(), memory.traits())
			.namespace("n")
			.time(time)
			.partitions("orders", partitions)
			.build();
		engine.start();
		time.runDue();
		return engine;
	}

	private static Health health(ElectionEngine engine, ManualTime time, @Nullable Duration threshold) {
		Health health = new LeaderElectionHealthIndicator(engine, (name) -> Duration.ofSeconds(15), threshold,
				List.of(), time.wallClock())
			.health(true);
		assertThat(health).isNotNull();
		return health;
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> details(Health health) {
		return (Map<String, Object>) health.getDetails().get("orders");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(InMemoryStore.class)
	static class Application {

	}

}
