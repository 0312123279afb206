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

	/** Follows a link of a page. */
	HttpResponse<String> follow(HttpResponse<String> page, String link) throws Exception {
		assertThat(page.body()).contains("<a href=\"" + link + "\">");
		return get(page.uri().resolve(link).toString(), BROWSER);
	}

	/** Checks everything that is the same on each server. */
	void check(String root) throws Exception {
		browserGetsAPage(root);
		everybodyElseGetsWhatEndpointsGive(root);
		unknownElectionIsNotFound(root);
	}

	private void browserGetsAPage(String root) throws Exception {
		HttpResponse<String> all = get(root, BROWSER);
		assertThat(all.statusCode()).isEqualTo(200);
		assertThat(all.headers().firstValue("Content-Type").orElseThrow().replace(" ", ""))
			.isEqualToIgnoringCase("text/html;charset=UTF-8");
		assertThat(all.body()).startsWith("<!DOCTYPE html>").contains("<h1>Leader elections</h1>").endsWith("</html>");
		HttpResponse<String> one = follow(all, root.substring(root.lastIndexOf('/') + 1) + "/billing");
		assertThat(one.statusCode()).isEqualTo(200);
		assertThat(one.body()).contains("<h1>billing</h1>").contains("Who led when");
		assertThat(follow(one, "../" + root.substring(root.lastIndexOf('/') + 1)).body())
			.contains("<h1>Leader elections</h1>");
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
