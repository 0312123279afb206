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
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.LeaderElections;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The first five minutes of a newcomer, who copies the snippets of the getting-started
 * page.
 */
// Not tagged slow, although it needs about 9 s: a newcomer starts with this page
@ExtendWith(OutputCaptureExtension.class)
class GettingStartedTests {

	/**
	 * Excludes the clients of stores: the sample has them on its class path, but a
	 * newcomer does not.
	 */
	static final String WITHOUT_CLIENTS_OF_STORES = "--spring.autoconfigure.exclude="
			+ "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
			+ "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration";

	@TempDir
	private static Path sources;

	private static Class<?> application;

	private static Path configuration;

	@TempDir
	private Path directory;

	private final List<ConfigurableApplicationContext> instances = new ArrayList<>();

	private CapturedOutput output;

	@BeforeAll
	static void compile() throws Exception {
		application = GettingStarted.application(sources);
		configuration = GettingStarted.configuration(sources);
	}

	@BeforeEach
	void capture(CapturedOutput output) {
		this.output = output;
	}

	@AfterEach
	void close() {
		this.instances.forEach(ConfigurableApplicationContext::close);
	}

	@Test
	void oneInstanceBillsAndAnotherContinues() {
		for (int i = 0; i < 3; i++) {
			start();
		}
		ConfigurableApplicationContext leader = awaitLeader();
		awaitOutput("Election 'billing': FOLLOWER -> LEADER (ACQUIRED), fencing token ");
		awaitOutput("billing with token ");
		assertThat(leaders()).containsExactly(leader);
		leader.close();
		this.instances.remove(leader);
		awaitOutput("Election 'billing': LEADER -> DRAINING (SHUTDOWN)");
		assertThat(awaitLeader()).isNotSameAs(leader);
	}

	@Test
	void endpointAnswersAndCannotBeWritten() throws Exception {
		start();
		ConfigurableApplicationContext leader = awaitLeader();
		URI uri = URI.create("http://localhost:" + leader.getEnvironment().getProperty("local.server.port")
				+ "/actuator/leader/billing");
		HttpClient client = HttpClient.newHttpClient();
		HttpResponse<String> answer = client.send(HttpRequest.newBuilder(uri).build(),
				HttpResponse.BodyHandlers.ofString());
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(answer.body()).contains("\"leading\":true");
		HttpResponse<String> refusal = client.send(HttpRequest.newBuilder(uri)
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString("{\"action\":\"STEP_DOWN\"}"))
			.build(), HttpResponse.BodyHandlers.ofString());
		assertThat(refusal.statusCode()).isEqualTo(405);
	}

	@Test
	void applicationWithoutANameStartsOnOneMachine() {
		start("--spring.application.name=");
		awaitLeader();
	}

	private ConfigurableApplicationContext start(String... more) {
		List<String> arguments = new ArrayList<>(
				List.of("--spring.config.location=" + configuration.toUri(), WITHOUT_CLIENTS_OF_STORES,
						"--server.port=0", "--leader-election.local.directory=" + this.directory.resolve("election")));
		arguments.addAll(List.of(more));
		ConfigurableApplicationContext context = run(arguments.toArray(String[]::new));
		this.instances.add(context);
		return context;
	}

	/**
	 * Runs the application as if it were on the class path, which is scanned for its
	 * classes.
	 */
	private static ConfigurableApplicationContext run(String[] arguments) {
		Thread thread = Thread.currentThread();
		ClassLoader former = thread.getContextClassLoader();
		thread.setContextClassLoader(application.getClassLoader());
		try {
			return SpringApplication.run(application, arguments);
		}
		finally {
			thread.setContextClassLoader(former);
		}
	}

	private ConfigurableApplicationContext awaitLeader() {
		return Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(this::leaders, (leaders) -> !leaders.isEmpty())
			.get(0);
	}

	private List<ConfigurableApplicationContext> leaders() {
		return this.instances.stream()
			.filter((context) -> context.getBean(LeaderElections.class).get("billing").isLeader())
			.toList();
	}

	private void awaitOutput(String text) {
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> this.output.getOut().contains(text));
	}

}
