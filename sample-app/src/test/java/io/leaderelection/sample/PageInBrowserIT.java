/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import com.sun.net.httpserver.HttpServer;
import io.leaderelection.LeaderElections;
import io.leaderelection.sample.ledger.Ledger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
 * The page in Chromium, on an instance whose name contains an attack.
 */
@DirtiesContext // ends the context before its directory is removed
@Tag("server")
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "sample.invoice-schedule=* * * * * *")
@Tag("slow")
class PageInBrowserIT {

	private static final String MARK = "document.documentElement.dataset.owned='yes'";

	/** Runs in a page that does not escape it. */
	private static final String ATTACK = "\"><script>" + MARK + "</script><img src=x onerror=\"" + MARK + "\">";

	private static final String MARKED = "data-owned=";

	private static final String POLICY = "<meta http-equiv=\"Content-Security-Policy\"[^>]*>";

	@TempDir
	private static Path directory;

	private final HttpClient client = HttpClient.newHttpClient();

	@LocalServerPort
	private int port;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private Ledger ledger;

	@DynamicPropertySource
	static void hostileNames(DynamicPropertyRegistry registry) {
		registry.add("leader-election.local.directory", () -> directory.resolve("election").toString());
		registry.add("leader-election.instance-name", () -> ATTACK);
		registry.add("leader-election.metadata.zone", () -> ATTACK);
	}

	@BeforeEach
	void awaitInvoice() {
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> this.elections.get("invoices").isLeader() && !this.ledger.entries().isEmpty());
	}

	@Test
	void namesAreShownAsText() throws Exception {
		String page = Chromium.document(directory, "http://localhost:" + this.port + "/");
		assertThat(page).doesNotContain(MARKED).doesNotContain("<img");
		assertThat(page.split("<script", -1)).as("elements").hasSize(2);
		String shown = "\"&gt;&lt;script&gt;" + MARK + "&lt;/script&gt;&lt;img src=x onerror=\"" + MARK + "\"&gt;";
		String instance = shown + this.elections.instance().substring(ATTACK.length());
		assertThat(page).contains("<strong id=\"instance\">" + instance + "</strong>")
			.contains(instance + " (this instance)</p>")
			.contains("<td>" + instance + "</td>")
			.contains("<td>FOLLOWER</td><td>LEADER</td><td>ACQUIRED</td>")
			.containsPattern("<tbody id=\"ticks\"><tr><td>invoices</td><td>[^<]+</td><td>(begun|finished)</td>");
	}

	/** Proves that the other tests would detect an attack. */
	@Test
	void pageWithUnescapedNamesIsAttacked() throws Exception {
		assertThat(carelessPageInBrowser(true)).contains(MARKED);
	}

	@Test
	void policyOfThePageStopsTheAttack() throws Exception {
		assertThat(carelessPageInBrowser(false)).contains("<strong id=\"instance\">\u2026</strong>")
			.doesNotContain(MARKED);
	}

	/** Returns the same page without escaping, with data of the application. */
	private String carelessPageInBrowser(boolean withoutPolicy) throws Exception {
		String html = get("/");
		String script = get("/page.js");
		String careless = script.replace("textContent = text", "innerHTML = text");
		assertThat(careless).isNotEqualTo(script);
		assertThat(html).containsPattern(POLICY);
		Map<String, String> content = Map.of("/", withoutPolicy ? html.replaceFirst(POLICY, "") : html, "/page.js",
				careless, "/page.css", get("/page.css"), "/api/state", get("/api/state"));
		Map<String, String> types = Map.of("/", "text/html", "/page.js", "text/javascript", "/page.css", "text/css",
				"/api/state", "application/json");
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		content.forEach((path, text) -> server.createContext(path, (exchange) -> {
			byte[] body = text.getBytes(StandardCharsets.UTF_8);
			exchange.getResponseHeaders().set("Content-Type", types.get(path) + ";charset=utf-8");
			exchange.sendResponseHeaders(200, body.length);
			exchange.getResponseBody().write(body);
			exchange.close();
		}));
		server.start();
		try {
			return Chromium.document(directory, "http://localhost:" + server.getAddress().getPort() + "/");
		}
		finally {
			server.stop(0);
		}
	}

	private String get(String path) throws IOException, InterruptedException {
		HttpResponse<String> response = this.client.send(
				HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + path)).build(),
				HttpResponse.BodyHandlers.ofString());
		assertThat(response.statusCode()).isEqualTo(200);
		return response.body();
	}

}
