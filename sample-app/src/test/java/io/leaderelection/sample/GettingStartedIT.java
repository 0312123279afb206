/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.json.JsonParserFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three processes of the application in docs/getting-started.md, whose leader is killed:
 * they print what the page shows. One process that is operated as docs/operations.md
 * shows.
 */
@Tag("slow")
class GettingStartedIT {

	private static final String COMMAND = "java -jar target/orders.jar --server.port=";

	/** Ids and numbers that differ in each run, and parts that the page omits. */
	private static final Pattern VARIES = Pattern.compile("by \\S+|\\d{13}");

	@TempDir
	private Path directory;

	private final List<SampleProcess> instances = new ArrayList<>();

	@AfterEach
	void kill() {
		this.instances.forEach(SampleProcess::kill);
	}

	@Test
	void instancesPrintWhatThePageShows() throws Exception {
		Path classes = GettingStarted.classes(this.directory);
		List<String> commands = GettingStarted.snippet("sh").lines().toList();
		assertThat(commands).hasSize(3).allSatisfy((command) -> assertThat(command).startsWith(COMMAND));
		for (String command : commands) {
			start("orders-" + command.substring(COMMAND.length()), classes);
		}
		SampleProcess leader = this.instances.get(0);
		List<String> shown = GettingStarted.output();
		assertThat(shown).hasSize(5);
		awaitPrinted(leader, shown.subList(0, 2));
		awaitPrinted(this.instances.get(1), shown.subList(2, 3));
		awaitPrinted(this.instances.get(2), shown.subList(2, 3));
		assertThat(this.instances.get(1).output()).doesNotContain("billing with token");
		assertThat(this.instances.get(1).curl(GettingStarted.code("curl "))).contains("\"leading\":false",
				"\"id\":\"orders-8080-");
		assertThat(GettingStarted.code("kill -")).startsWith("kill -9 ");
		leader.kill();
		this.instances.remove(leader);
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> this.instances.stream()
				.anyMatch((instance) -> shown.subList(3, 5).stream().allMatch((line) -> prints(instance, line))));
	}

	@Test
	void commandOfTheOperationsPageIsAnsweredAsItShows() throws Exception {
		String page = Files.readString(Path.of("..", "docs", "operations.md"));
		SampleProcess instance = start("orders", GettingStarted.classes(this.directory),
				"--leader-election.metadata.zone=eu-1",
				"--" + only("needs `(management\\.[^`]+)`", page).replace(": ", "="));
		Map<String, Object> shown = json(
				only("```json\n(.*?)```", page).replaceFirst("\"checkpoints\": \\{.*?},\\s+", ""));
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.untilAsserted(() -> assertLike(shown, json(instance.get("/actuator/leader"))));
		Map<String, Object> answer = json(instance.curl(only("`(curl [^`]+)`", page)));
		assertThat(answer).containsKeys("state", "leading", "transitions");
		instance.awaitOutput("LEADER -> DRAINING (STEP_DOWN)");
	}

	private SampleProcess start(String name, Path classes, String... more) throws Exception {
		List<String> launch = List.of("-cp", classes + File.pathSeparator + System.getProperty("java.class.path"),
				GettingStarted.APPLICATION);
		List<String> arguments = new ArrayList<>(
				List.of("--spring.config.location=" + GettingStarted.configuration(this.directory).toUri(),
						GettingStartedTests.WITHOUT_CLIENTS_OF_STORES,
						"--leader-election.local.directory=" + this.directory.resolve("election")));
		arguments.addAll(List.of(more));
		SampleProcess instance = SampleProcess.start(name, this.directory, launch, arguments);
		this.instances.add(instance);
		instance.awaitReady();
		return instance;
	}

	private static String only(String pattern, String page) {
		return assertThat(Pattern.compile(pattern, Pattern.DOTALL).matcher(page).results()).singleElement()
			.actual()
			.group(1);
	}

	private static Map<String, Object> json(String text) {
		return JsonParserFactory.getJsonParser().parseMap(text);
	}

	/** Asserts that all that is shown is there, of the same type. */
	private static void assertLike(Object shown, Object actual) {
		if (shown instanceof Map<?, ?> fields) {
			assertThat(actual).isInstanceOf(Map.class);
			fields.forEach((name, value) -> assertLike(value, ((Map<?, ?>) actual).get(name)));
		}
		else if (shown instanceof List<?> list) {
			assertThat(actual).asInstanceOf(InstanceOfAssertFactories.LIST)
				.isNotEmpty()
				.allSatisfy((element) -> assertLike(list.get(0), element));
		}
		else {
			assertThat(actual).isInstanceOf(shown.getClass());
		}
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
