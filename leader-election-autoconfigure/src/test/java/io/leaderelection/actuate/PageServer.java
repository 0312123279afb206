/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.LeaderElections;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with the endpoint {@code leader} on one kind of web server, and the
 * checks that apply to each of them.
 */
final class PageServer implements AutoCloseable {

	/** The Accept header of a browser. */
	static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

	private static final String V3 = "application/vnd.spring-boot.actuator.v3+json";

	private final HttpClient client = HttpClient.newHttpClient();

	private final ConfigurableApplicationContext context;

	private final String base;

	PageServer(Class<?> application, WebApplicationType type, String... properties) {
		SpringApplication spring = new SpringApplication(application);
		spring.setWebApplicationType(type);
		List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--leader-election.mode=always",
				"--leader-election.default-election=billing", "--spring.application.name=orders",
				"--management.endpoints.web.exposure.include=leader,leadergate"));
		Arrays.stream(properties).map("--"::concat).forEach(arguments::add);
		this.context = spring.run(arguments.toArray(String[]::new));
		String port = this.context.getEnvironment()
			.getProperty("local.management.port", this.context.getEnvironment().getProperty("local.server.port"));
		this.base = "http://localhost:" + port + "/actuator/";
		Awaitility.await().until(() -> this.context.getBean(LeaderElections.class).get("billing").isLeader());
	}

	HttpResponse<String> get(String path, @Nullable String accept) throws Exception {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(this.base).resolve(path));
		Optional.ofNullable(accept).ifPresent((types) -> request.header("Accept", types));
		return this.client.send(request.build(), HttpResponse.BodyHandlers.ofString());
	}

	/** Checks everything that is the same on each server. */
	void check(String root) throws Exception {
		for (String path : List.of(root, root + "/billing")) {
			HttpResponse<String> page = browserGetsAPage(path);
			pageHasScriptAndStyleUnderTheEndpoint(root, page);
		}
		nothingElseIsAFileOfThePage(root);
		everybodyElseGetsWhatEndpointsGive(root);
		unknownElectionIsNotFound(root);
	}

	private HttpResponse<String> browserGetsAPage(String path) throws Exception {
		HttpResponse<String> page = get(path, BROWSER);
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(type(page)).isEqualToIgnoringCase("text/html;charset=UTF-8");
		assertThat(page.body()).startsWith("<!DOCTYPE html>")
			.contains("<noscript>", "default-src 'none'; script-src 'self'; style-src 'self'")
			.doesNotContain(" style=", "<style", "<script>", "{root}", "http:", "https:", "billing");
		return page;
	}

	private void pageHasScriptAndStyleUnderTheEndpoint(String root, HttpResponse<String> page) throws Exception {
		HttpResponse<String> script = get(linked(page, "<script src=\"([^\"]+)\" defer></script>"), "*/*");
		assertThat(script.statusCode()).isEqualTo(200);
		assertThat(script.uri().getPath()).isEqualTo("/actuator/" + root + "/-/page.js");
		assertThat(type(script)).isEqualToIgnoringCase("text/javascript;charset=UTF-8");
		assertThat(script.body()).contains("document.currentScript")
			.doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(");
		HttpResponse<String> style = get(linked(page, "<link rel=\"stylesheet\" href=\"([^\"]+)\">"),
				"text/css,*/*;q=0.1");
		assertThat(style.statusCode()).isEqualTo(200);
		assertThat(style.uri().getPath()).isEqualTo("/actuator/" + root + "/-/page.css");
		assertThat(type(style)).isEqualToIgnoringCase("text/css;charset=UTF-8");
		assertThat(style.body()).startsWith(":root {").doesNotContain("url(", "@import");
		for (String header : List.of("Cache-Control", "Expires", "ETag", "Last-Modified")) {
			assertThat(page.headers().firstValue(header)).as(header).isEmpty();
			assertThat(script.headers().firstValue(header)).as(header).isEmpty();
			assertThat(style.headers().firstValue(header)).as(header).isEmpty();
		}
	}

	private static String linked(HttpResponse<String> page, String pattern) {
		Matcher link = Pattern.compile(pattern).matcher(page.body());
		assertThat(link.find()).isTrue();
		return page.uri().resolve(link.group(1)).toString();
	}

	private static String type(HttpResponse<String> response) {
		return response.headers().firstValue("Content-Type").orElseThrow().replace(" ", "");
	}

	private void nothingElseIsAFileOfThePage(String root) throws Exception {
		for (String path : List.of("/-/page.html", "/-/LeaderEndpoint.class", "/-/..%2Fpage.js", "/-/-", "/-",
				"/billing/page.js", "/-/-/page.js")) {
			assertThat(get(root + path, "*/*").statusCode()).as(path).isBetween(400, 404);
		}
	}

	private void everybodyElseGetsWhatEndpointsGive(String root) throws Exception {
		for (String accept : new String[] { null, "*/*", "application/json", V3,
				"application/vnd.spring-boot.actuator.v2+json", "application/*", "application/json, text/plain, */*",
				"application/json;q=0.9, */*;q=0.1", "image/png" }) {
			HttpResponse<String> other = get("leadergate/billing", accept);
			for (String path : new String[] { root, root + "/billing" }) {
				HttpResponse<String> answer = get(path, accept);
				assertThat(answer.statusCode()).as(accept).isEqualTo(other.statusCode());
				assertThat(answer.headers().firstValue("Content-Type")).as(accept)
					.isEqualTo(other.headers().firstValue("Content-Type"));
				assertThat(answer.body()).as(accept).doesNotContain("Content-Security-Policy");
			}
		}
		HttpResponse<String> all = get(root, null);
		assertThat(all.body()).startsWith("{\"instance\":\"")
			.contains("\"elections\":{\"billing\":{\"state\":\"LEADER\",\"leading\":true")
			.doesNotContain("history");
		assertThat(get(root + "/billing", null).body()).startsWith("{\"state\":\"LEADER\",\"leading\":true")
			.contains("\"history\":[{\"leader\":\"");
	}

	private void unknownElectionIsNotFound(String root) throws Exception {
		for (String accept : new String[] { null, BROWSER }) {
			HttpResponse<String> answer = get(root + "/nosuchelection", accept);
			assertThat(answer.statusCode()).isEqualTo(404);
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

}
