/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

import com.sun.net.httpserver.HttpServer;
import io.leaderelection.LeaderElections;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
 * The page of the endpoint {@code leader} in Chromium, on an instance whose name contains
 * an attack.
 */
@DirtiesContext // ends the context before its directory is removed
@Tag("server")
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = "leader-election.elections.shipments.partitions=3")
@Tag("slow")
class LeaderPageInBrowserIT {

	private static final String MARK = "document.documentElement.dataset.owned='yes'";

	/** Runs in a page that does not escape it. */
	private static final String ATTACK = "\"><script>" + MARK + "</script><img src=x onerror=\"" + MARK + "\">";

	private static final String MARKED = "data-owned=";

	/** Writes its appearance into the document. */
	private static final String MEASURE = """
			<script>
			const root = document.documentElement;
			const style = (element) => getComputedStyle(element);
			root.dataset.ground = style(document.body).backgroundColor;
			root.dataset.head = style(document.querySelector("thead")).position;
			root.dataset.wider = root.scrollWidth > root.clientWidth;
			const stops = [...document.querySelectorAll("a[href], summary")];
			for (const stop of stops) {
				stop.focus();
				if (document.activeElement !== stop) {
					root.dataset.unreachable = "yes";
				}
			}
			root.dataset.stops = stops.length;
			root.dataset.others = document.querySelectorAll("[tabindex], button, input, form").length;
			</script>
			""";

	@TempDir
	private static Path directory;

	private final HttpClient client = HttpClient.newHttpClient();

	@LocalServerPort
	private int port;

	@Autowired
	private LeaderElections elections;

	@DynamicPropertySource
	static void hostileNames(DynamicPropertyRegistry registry) {
		registry.add("leader-election.local.directory", () -> directory.resolve("election").toString());
		registry.add("leader-election.instance-name", () -> ATTACK);
		registry.add("leader-election.metadata.zone", () -> ATTACK);
	}

	@BeforeEach
	void awaitLeader() {
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> this.elections.all().stream().allMatch((election) -> election.isLeader()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader", "leader/invoices", "leader/shipments", "leader/shipments:1" })
	void namesAreShownAsText(String path) throws Exception {
		String page = Chromium.document(directory, "http://localhost:" + this.port + "/actuator/" + path);
		assertThat(page).contains("<h1>")
			.contains("this instance")
			.doesNotContain(MARKED)
			.doesNotContain("<img")
			.doesNotContain("<script");
		assertThat(page).contains("<strong>\"&gt;&lt;script&gt;" + MARK + "&lt;/script&gt;&lt;img");
	}

	/** Proves that the other tests would detect an attack. */
	@Test
	void pageWithUnescapedNamesIsAttacked() throws Exception {
		String careless = careless();
		assertThat(inBrowser(careless.replaceFirst("<meta http-equiv[^>]*>", ""))).contains(MARKED);
	}

	@Test
	void policyOfThePageStopsTheAttack() throws Exception {
		assertThat(inBrowser(careless())).contains("<script>" + MARK).doesNotContain(MARKED);
	}

	private String careless() throws Exception {
		String page = get("leader");
		String careless = page.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
		assertThat(careless).isNotEqualTo(page);
		// Keep the policy of the page unchanged
		int policy = page.indexOf("<meta http-equiv");
		String rest = careless.substring(careless.indexOf('>', careless.indexOf("<meta http-equiv")) + 1);
		return page.substring(0, page.indexOf('>', policy) + 1) + rest;
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader", "leader/invoices", "leader/shipments" })
	void fitsLightDarkAndNarrowScreensAndTheKeyboard(String path) throws Exception {
		String page = get(path).replace("default-src", "script-src 'unsafe-inline'; default-src")
			.replace("</body>", MEASURE + "</body>");
		assertThat(inBrowser(page, "--blink-settings=preferredColorScheme=1", "--window-size=1200,900"))
			.contains("data-ground=\"rgb(246, 247, 249)\"")
			.contains("data-head=\"static\"")
			.contains("data-wider=\"false\"");
		String dark = inBrowser(page, "--blink-settings=preferredColorScheme=0", "--window-size=500,900");
		assertThat(dark).contains("data-ground=\"rgb(18, 22, 29)\"")
			.contains("data-head=\"absolute\"")
			.contains("data-wider=\"false\"");
		assertThat(dark).containsPattern("data-stops=\"[1-9]")
			.contains("data-others=\"0\"")
			.doesNotContain("data-unreachable");
	}

	private String get(String path) throws Exception {
		HttpResponse<String> response = this.client
			.send(HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + "/actuator/" + path))
				.header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
				.build(), HttpResponse.BodyHandlers.ofString());
		assertThat(response.statusCode()).isEqualTo(200);
		return response.body();
	}

	/** Opens another document than the application's. */
	private static String inBrowser(String page, String... options) throws Exception {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> {
			byte[] body = page.getBytes(StandardCharsets.UTF_8);
			exchange.getResponseHeaders().set("Content-Type", "text/html;charset=utf-8");
			exchange.sendResponseHeaders(200, body.length);
			exchange.getResponseBody().write(body);
			exchange.close();
		});
		server.start();
		try {
			return Chromium.document(directory, "http://localhost:" + server.getAddress().getPort() + "/", options);
		}
		finally {
			server.stop(0);
		}
	}

}
