/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import io.leaderelection.work.tick.TickOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compiles the methods in the documentation inside a class with the members that they
 * use, and compares its tables with the code.
 */
class DocumentedExamplesTests {

	private static final Pattern BLOCK = Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern ROW = Pattern.compile("^\\| (`[^|]*) \\|", Pattern.MULTILINE);

	private static final Pattern NAME = Pattern.compile("`(\\w+)`");

	private static final String IMPORTS = """
			package com.example.orders;

			import java.time.*;
			import java.util.concurrent.*;
			import io.leaderelection.*;
			import io.leaderelection.annotation.*;
			import io.leaderelection.autoconfigure.LeaderMetadataContributor;
			import io.leaderelection.schedule.Ticks;
			import org.springframework.beans.factory.annotation.Value;
			import org.springframework.boot.ApplicationRunner;
			import org.springframework.context.annotation.Bean;
			import org.springframework.scheduling.annotation.Scheduled;
			import reactor.core.publisher.Mono;

			""";

	/** The application that the examples belong to. */
	private static final String ORDERS = IMPORTS + """
			abstract class Orders {

				Repository repository;

				abstract void sendInvoices(long fencingToken);

				abstract void reconcileOnce(long fencingToken);

				abstract boolean exportNext(long fencingToken);

				abstract boolean importPage(int page);

				abstract void createFor(Instant tick);

				abstract void shipAll(int partition, long fencingToken);

				abstract void migrate();

				interface Repository {

					Mono<Void> deleteExpired(long fencingToken);

					void ship(Order order);

				}

				record Order(String customerId) {
				}

			}
			""";

	@TempDir
	private Path directory;

	@ParameterizedTest
	@CsvSource({ "on-leader, 3", "elections, 3", "tasks, 3", "schedules, 1" })
	void examplesCompile(String page, int count) throws IOException {
		List<String> blocks = BLOCK.matcher(Files.readString(Path.of("..", "docs", page + ".md")))
			.results()
			.map((MatchResult block) -> block.group(1))
			.toList();
		assertThat(blocks).hasSize(count);
		assertThat(compile(blocks)).as("exit status of the compiler").isZero();
	}

	@Test
	void compilationErrorIsDetected() throws IOException {
		assertThat(compile(List.of("@OnLeader(\"billing\")\nvoid bill() {\n\tsendAll();\n}\n"))).isNotZero();
	}

	@ParameterizedTest
	@CsvSource({ "on-leader, OnLeader", "tasks, LeaderTask", "schedules, OncePerTick" })
	void tableHasEveryElement(String page, String annotation) throws Exception {
		Class<?> type = Class.forName("io.leaderelection.annotation." + annotation);
		String table = section(page, "| element | default | meaning |\n", "\n\n");
		assertThat(ROW.matcher(table).results().flatMap((row) -> names(row.group(1))))
			.containsExactlyInAnyOrderElementsOf(
					Arrays.stream(type.getDeclaredMethods()).map(Method::getName).toList());
	}

	@Test
	void outcomesOfTicksAreListed() throws IOException {
		assertThat(names(section("schedules", "counts outcomes: ", ". "))).containsExactlyInAnyOrderElementsOf(
				Arrays.stream(TickOutcome.values()).map((outcome) -> outcome.name().toLowerCase(Locale.ROOT)).toList());
	}

	@Test
	void eventsAreListed() throws IOException {
		String table = section("elections", "| event | published |\n", "\n\n");
		try (Stream<Path> sources = Files.list(Path.of("src/main/java/io/leaderelection/event"))) {
			assertThat(sources.map((source) -> source.getFileName().toString())
				.filter((name) -> name.endsWith("Event.java") && !name.startsWith("LeaderElection"))
				.map((name) -> name.replace(".java", ""))).containsExactlyInAnyOrderElementsOf(
						ROW.matcher(table).results().flatMap((row) -> names(row.group(1))).toList());
		}
	}

	private static String section(String page, String begin, String end) throws IOException {
		String text = Files.readString(Path.of("..", "docs", page + ".md"));
		int from = text.indexOf(begin);
		assertThat(from).as(begin).isNotNegative();
		return text.substring(from + begin.length(), text.indexOf(end, from + begin.length()));
	}

	private static Stream<String> names(String text) {
		return NAME.matcher(text).results().map((name) -> name.group(1));
	}

	private int compile(List<String> blocks) throws IOException {
		List<String> arguments = new ArrayList<>(
				List.of("-proc:none", "-cp", System.getProperty("java.class.path"), "-d", this.directory.toString()));
		arguments.add(write("Orders", ORDERS));
		for (int i = 0; i < blocks.size(); i++) {
			arguments.add(write("Example" + i,
					IMPORTS + "abstract class Example" + i + " extends Orders {\n" + blocks.get(i) + "}\n"));
		}
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		return compiler.run(null, null, null, arguments.toArray(String[]::new));
	}

	private String write(String type, String text) throws IOException {
		return Files.writeString(this.directory.resolve(type + ".java"), text).toString();
	}

}
