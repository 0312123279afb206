/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.nio.file.Path;
import java.time.Duration;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.sample.ledger.Ledger;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
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
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages of the sample and of the endpoint {@code leader} in Chromium, on an instance
 * whose name contains an attack. {@link LeaderPageDrawingIT} shows that an attack would
 * be found.
 */
@DirtiesContext // ends the context before its directory is removed
@Tag("server")
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "sample.invoice-schedule=* * * * * *", "leader-election.elections.shipments.partitions=3" })
@Tag("slow")
class PageInBrowserIT {

	private static final String MARK = "document.documentElement.dataset.owned='yes'";

	/** Runs in a page that does not escape it. */
	private static final String ATTACK = "\"><script>" + MARK + "</script><img src=x onerror=\"" + MARK + "\">";

	private static final String MARKED = "data-owned=";

	@TempDir
	private static Path directory;

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
			.until(() -> this.elections.all().stream().allMatch(LeaderElection::isLeader)
					&& !this.ledger.entries().isEmpty());
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

	@ParameterizedTest
	@ValueSource(strings = { "leader", "leader/invoices", "leader/shipments", "leader/shipments:1" })
	void leaderPageShowsNamesAsText(String path) throws Exception {
		String page = Chromium.document(directory, "http://localhost:" + this.port + "/actuator/" + path,
				"--window-size=1200,3000");
		assertThat(page).contains("<h1>", "<svg ", "this instance")
			.contains("<strong>\"&gt;&lt;script&gt;" + MARK + "&lt;/script&gt;&lt;img")
			.contains("role=\"alert\" hidden=\"\"></p>")
			.doesNotContain(MARKED, "<img", "undefined", "null");
		assertThat(page.split("<script", -1)).as("elements").hasSize(2);
	}

	/**
	 * The policy of an application that allows scripts and styles from its own address
	 * only.
	 */
	@TestConfiguration(proxyBeanMethods = false)
	static class Policy {

		@Bean
		Filter policyFilter() {
			return (request, response, chain) -> {
				((HttpServletResponse) response).setHeader("Content-Security-Policy", "default-src 'self'");
				chain.doFilter(request, response);
			};
		}

	}

}
