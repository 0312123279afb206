/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three processes of the application in docs/getting-started.md, whose leader is killed:
 * they print what the page shows.
 */
class GettingStartedIT {

	private static final String COMMAND = "java -jar target/orders.jar --server.port=";

	/** Ids and numbers that differ in each run, and parts that the page omits. */
	private static final Pattern VARIES = Pattern.compile("by \\S+|\\d{13}");

	@TempDir
	private Path directory;

	private final List<SampleProcess> instances = new ArrayList<>();

	@AfterEach
	void kill() throws Exception {
		for (SampleProcess instance : this.instances) {
			instance.signal("KILL");
		}
	}

	@Test
	void instancesPrintWhatThePageShows() throws Exception {
		List<String> launch = List.of("-cp",
				GettingStarted.classes(this.directory) + File.pathSeparator + System.getProperty("java.class.path"),
				GettingStarted.APPLICATION);
		List<String> arguments = List.of(
				"--spring.config.location=" + GettingStarted.configuration(this.directory).toUri(),
				GettingStartedTests.WITHOUT_CLIENTS_OF_STORES,
				"--leader-election.local.directory=" + this.directory.resolve("election"));
		List<String> commands = GettingStarted.snippet("sh").lines().toList();
		assertThat(commands).hasSize(3).allSatisfy((command) -> assertThat(command).startsWith(COMMAND));
		for (String command : commands) {
			SampleProcess instance = SampleProcess.start("orders-" + command.substring(COMMAND.length()),
					this.directory, launch, arguments);
			this.instances.add(instance);
			instance.awaitReady();
		}
		SampleProcess leader = this.instances.get(0);
		List<String> shown = GettingStarted.output();
		assertThat(shown).hasSize(5);
		awaitPrinted(leader, shown.subList(0, 2));
		awaitPrinted(this.instances.get(1), shown.subList(2, 3));
		awaitPrinted(this.instances.get(2), shown.subList(2, 3));
		assertThat(this.instances.get(1).output()).doesNotContain("billing with token");
		String path = GettingStarted.code("curl localhost:8081").replaceFirst("curl localhost:8081", "");
		assertThat(this.instances.get(1).get(path)).contains("\"leading\":false", "\"id\":\"orders-8080-");
		assertThat(GettingStarted.code("kill -")).startsWith("kill -9 ");
		leader.signal("KILL");
		this.instances.remove(leader);
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> this.instances.stream()
				.anyMatch((instance) -> shown.subList(3, 5).stream().allMatch((line) -> prints(instance, line))));
	}

	private static void awaitPrinted(SampleProcess instance, List<String> lines) {
		Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(lines).allSatisfy((line) -> {
			assertThat(prints(instance, line)).as("%s in %s", line, instance.output()).isTrue();
		}));
	}

	private static boolean prints(SampleProcess instance, String line) {
		String text = line.replaceFirst("^.* \\.\\.\\. ", "");
		StringBuilder pattern = new StringBuilder();
		int end = 0;
		for (var varies = VARIES.matcher(text); varies.find(); end = varies.end()) {
			pattern.append(Pattern.quote(text.substring(end, varies.start())))
				.append(varies.group().startsWith("by") ? "by \\S+" : "\\d+");
		}
		pattern.append(Pattern.quote(text.substring(end)));
		return Pattern.compile(pattern.toString()).matcher(instance.output()).find();
	}

}
