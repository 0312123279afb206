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
import java.util.Collections;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElections;
import io.leaderelection.sample.ledger.Ledger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests an instance over HTTP.
 */
@DirtiesContext // ends the context before its directory is removed
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = { "sample.invoice-schedule=* * * * * *",
		"leader-election.cool-down=10ms", "leader-election.elections.shipments.partitions=12" })
class SampleApplicationTests {

	@TempDir
	private static Path directory;

	private final HttpClient client = HttpClient.newHttpClient();

	@LocalServerPort
	private int port;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private Ledger ledger;

	@Autowired
	private ShipmentTask task;

	@DynamicPropertySource
	static void ownDirectory(DynamicPropertyRegistry registry) {
		registry.add("leader-election.local.directory", () -> directory.resolve("election").toString());
	}

	@BeforeEach
	void awaitInvoice() {
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> this.elections.get("invoices").isLeader() && !this.ledger.entries().isEmpty());
	}

	@Test
	void servesItsPageWithoutForeignResources() throws Exception {
		HttpResponse<String> page = get("/");
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.headers().firstValue("Content-Type"))
			.hasValueSatisfying((type) -> assertThat(type).startsWith("text/html"));
		for (String text : new String[] { page.body(), get("/page.css").body(), get("/page.js").body() }) {
			assertThat(text).isNotBlank().doesNotContain("http:", "https:", "@import");
		}
	}

	@Test
	void pageSetsTextOnlyAndNeverMarkup() throws Exception {
		assertThat(get("/").body())
			.contains("Content-Security-Policy\" content=\"default-src 'none'; script-src 'self'");
		assertThat(get("/page.js").body()).contains("textContent")
			.doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(");
	}

	@Test
	void stateHasAllThePageShows() throws Exception {
		assertThat(get("/api/state").body()).contains("\"instance\":\"" + this.elections.instance() + "\"",
				"\"leading\":true", "\"since\":", "\"fencingToken\":", "\"transitions\":[{", "\"fit\":true",
				"\"entries\":[{\"number\":", "\"rejections\":0");
	}

	@Test
	void stateHasTheTickOfTheInvoiceJob() throws Exception {
		assertThat(get("/api/state").body())
			.containsPattern("\"ticks\":\\[\\{\"name\":\"invoices\",\"next\":\"2.*Z\",\"last\":\"2.*Z\"")
			.containsPattern("\"state\":\"(begun|finished)\",\"attempt\":1");
		assertThat(get("/api/ledger/repeats").body()).as("ticks that the job ran for again").isEmpty();
	}

	@Test
	void stateHasTheOwnersOfPartitions() throws Exception {
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> this.task.running().size() == 12);
		assertThat(get("/api/state").body()).contains("\"owners\":["
				+ String.join(",", Collections.nCopies(12, "\"" + this.elections.instance() + "\"")) + "]");
	}

	@Test
	void ledgerIsNextToTheElectionByDefault() {
		assertThat(directory.resolve("election-ledger/ledger.tsv")).isNotEmptyFile();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/actuator/leader", "/actuator/leader/invoices", "/actuator/leader/shipments",
			"/actuator/leadergate/invoices", "/actuator/health", "/actuator/prometheus" })
	void exposesEndpoint(String path) throws Exception {
		assertThat(get(path).statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/actuator/env", "/actuator/beans", "/actuator/shutdown", "/actuator/leader/other" })
	void exposesNothingElse(String path) throws Exception {
		assertThat(get(path).statusCode()).isEqualTo(404);
	}

	@Test
	void workOfTheTermRuns() {
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> get("/api/state").body().contains("\"work\":{\"task\":true,\"feed\":true}"));
	}

	@Test
	void handsOverOnRequest() throws Exception {
		long before = this.elections.get("invoices").status().fencingToken();
		assertThat(send("POST", "/actuator/leader/invoices", "{\"action\":\"STEP_DOWN\"}")).isEqualTo(200);
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> this.elections.get("invoices")
				.leadership()
				.filter((leadership) -> leadership.fencingToken() > before)
				.isPresent());
	}

	@Test
	void handsOverWhileSwitchedToUnhealthy() throws Exception {
		assertThat(send("PUT", "/api/fitness", "{\"fit\":false}")).isEqualTo(200);
		awaitState(ElectionState.PAUSED);
		assertThat(get("/api/state").body()).contains("\"fit\":false", "INELIGIBLE",
				"\"work\":{\"task\":false,\"feed\":false}");
		assertThat(send("PUT", "/api/fitness", "{\"fit\":true}")).isEqualTo(200);
		awaitState(ElectionState.LEADER);
	}

	@Test
	void switchRequiresAValue() throws Exception {
		assertThat(send("PUT", "/api/fitness", "{}")).isEqualTo(400);
		assertThat(send("PUT", "/api/fitness", "{\"fit\":\"perhaps\"}")).isEqualTo(400);
	}

	@Test
	void pausesAndResumes() throws Exception {
		assertThat(send("POST", "/actuator/leader/invoices", "{\"action\":\"PAUSE\"}")).isEqualTo(200);
		awaitState(ElectionState.PAUSED);
		assertThat(send("POST", "/actuator/leader/invoices", "{\"action\":\"RESUME\"}")).isEqualTo(200);
		awaitState(ElectionState.LEADER);
	}

	private void awaitState(ElectionState state) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> this.elections.get("invoices").status().state() == state);
	}

	private int send(String method, String path, String body) throws Exception {
		return this.client
			.send(HttpRequest.newBuilder(uri(path))
				.header("Content-Type", "application/json")
				.method(method, HttpRequest.BodyPublishers.ofString(body))
				.build(), HttpResponse.BodyHandlers.discarding())
			.statusCode();
	}

	private HttpResponse<String> get(String path) throws Exception {
		return this.client.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
	}

	private URI uri(String path) {
		return URI.create("http://localhost:" + this.port + path);
	}

}
