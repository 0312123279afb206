/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that exposes all endpoints without access control.
 */
final class OpenApplication implements AutoCloseable {

	private static final Pattern LINK = Pattern.compile("\"href\":\"http://[^/]+(/[^\"{]*)\"");

	private static final Pattern METER = Pattern.compile("\"(leader\\.election[^\"]*)\"");

	private final HttpClient client = HttpClient.newHttpClient();

	private final ConfigurableApplicationContext context;

	private OpenApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	/**
	 * Starts an application.
	 * @param configuration additional beans
	 * @param properties properties in the form {@code name=value}
	 */
	static OpenApplication start(Class<?> configuration, List<String> properties) {
		return start(WebApplicationType.SERVLET, List.of(Application.class, OpenToEverybody.class, configuration),
				properties);
	}

	/** Starts an application without a web server, which takes less time. */
	static OpenApplication startWithoutWeb(List<String> properties) {
		return start(WebApplicationType.NONE, List.of(Application.class), properties);
	}

	private static OpenApplication start(WebApplicationType type, List<Class<?>> configurations,
			List<String> properties) {
		List<String> all = new ArrayList<>(List.of("server.port=0", "server.address=127.0.0.1",
				"spring.application.name=orders", "spring.main.banner-mode=off",
				"management.endpoints.web.exposure.include=*", "management.endpoint.health.show-details=always",
				"management.endpoint.health.show-components=always", "management.endpoint.leader.access=unrestricted",
				"leader-election.retry-interval=200ms", "leader-election.metadata.zone=eu-1"));
		all.addAll(properties);
		Map<String, Object> defaults = new LinkedHashMap<>();
		for (String property : all) {
			int separator = property.indexOf('=');
			defaults.put(property.substring(0, separator), property.substring(separator + 1));
		}
		return new OpenApplication(new SpringApplicationBuilder(configurations.toArray(Class<?>[]::new)).web(type)
			.registerShutdownHook(false)
			.properties(defaults)
			.run());
	}

	LeaderElections elections() {
		return this.context.getBean(LeaderElections.class);
	}

	LeaderElection election() {
		return elections().get("default");
	}

	private String get(String path) throws IOException, InterruptedException {
		int port = Integer.parseInt(this.context.getEnvironment().getRequiredProperty("local.server.port"));
		return this.client
			.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
					HttpResponse.BodyHandlers.ofString())
			.body();
	}

	/**
	 * Returns the responses of all endpoints and meters by path, without heap and thread
	 * dumps.
	 */
	Map<String, String> shown() throws IOException, InterruptedException {
		Map<String, String> shown = new LinkedHashMap<>();
		List<String> paths = new ArrayList<>(
				LINK.matcher(get("/actuator")).results().map((link) -> link.group(1)).toList());
		assertThat(paths).contains("/actuator/health", "/actuator/leader", "/actuator/configprops", "/actuator/env",
				"/actuator/metrics");
		paths.removeIf((path) -> path.contains("heapdump"));
		METER.matcher(get("/actuator/metrics"))
			.results()
			.forEach((meter) -> paths.add("/actuator/metrics/" + meter.group(1)));
		assertThat(paths).contains("/actuator/metrics/leader.election.leading");
		paths.addAll(List.of("/actuator/leader/default", "/actuator/leadergate/default",
				"/actuator/configprops/leader-election", "/actuator/health/leader"));
		for (String path : paths) {
			shown.put(path, get(path));
		}
		return shown;
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

	@Configuration(proxyBeanMethods = false)
	static class OpenToEverybody {

		@Bean
		SecurityFilterChain everybody(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

	}

}
