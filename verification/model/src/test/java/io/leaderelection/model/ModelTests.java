/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Explores the models with SPIN, each row of the table to its end. System properties:
 * {@code model.kind} and {@code model.rows} (names with commas between) choose rows, by
 * default all but the long ones; {@code model.folder} keeps the files of each row.
 */
class ModelTests {

	private static final Path FOLDER = Path.of(System.getProperty("model.folder", "target/rows")).toAbsolutePath();

	private static final String KIND = System.getProperty("model.kind", "");

	private static final String NAMES = System.getProperty("model.rows", "");

	/** A row that takes longer fails. */
	private static final long SECONDS_OF_A_ROW = 900;

	private static final Pattern ERRORS = Pattern.compile("errors: (\\d+)");

	private static final Pattern STATES = Pattern.compile("(?m)^ *(\\S+) states, stored");

	private static final Pattern FOUND = Pattern.compile("(?m)^pan:1: .*$");

	private static final Pattern INCOMPLETE = Pattern.compile("max search depth too small|out of memory|MEMLIM");

	static List<ModelRow> rows() throws IOException {
		List<ModelRow> rows = Files.readAllLines(Path.of("src/test/resources/rows.txt"))
			.stream()
			.filter((line) -> !line.isEmpty() && !line.startsWith("#"))
			.map(ModelRow::parse)
			.toList();
		Set<String> names = NAMES.isEmpty() ? Set.of() : Set.of(NAMES.split(","));
		List<ModelRow> chosen = rows.stream()
			.filter((row) -> KIND.isEmpty() ? !row.kind().equals("long") : row.kind().equals(KIND))
			.filter((row) -> names.isEmpty() || names.contains(row.name()))
			.toList();
		assertThat(chosen.stream().map(ModelRow::name).collect(Collectors.toSet())).as("chosen rows of kind '%s'", KIND)
			.isNotEmpty()
			.containsAll(names);
		return chosen;
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("rows")
	void rowShowsWhatItMust(ModelRow row) throws IOException, InterruptedException {
		long began = System.nanoTime();
		Path folder = Files.createDirectories(FOLDER.resolve(row.name()));
		String model = row.model() + ".pml";
		Files.copy(Path.of(model), folder.resolve(model), StandardCopyOption.REPLACE_EXISTING);
		Files.writeString(folder.resolve("flags"), String.join(" ", row.flags()));
		List<String> spin = new ArrayList<>(List.of("spin"));
		spin.addAll(row.flags());
		spin.addAll(List.of("-a", model));
		run(folder, "spin.out", 0, spin);
		// Each state is stored: no reduction and no hashing that could lose one
		List<String> compiler = new ArrayList<>(List.of("gcc", "-O1", "-w"));
		if (!row.isAboutProgress()) {
			compiler.add("-DSAFETY");
		}
		compiler.addAll(List.of("-DNOREDUCE", "-DVECTORSZ=2048", "-DMEMLIM=4000", "-o", "pan", "pan.c"));
		run(folder, "gcc.out", 0, compiler);
		String output = run(folder, "pan.out", -1,
				List.of("./pan", row.isAboutProgress() ? "-a" : "-E", "-m1000000", "-w22"));
		judge(row, output);
		System.out.printf("%-42s %9s states %4d s  %s%n", row, first(STATES, output),
				TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began),
				row.broken().isEmpty() ? "" : "violates " + row.broken() + ", as it must");
	}

	private static void judge(ModelRow row, String output) {
		String errors = first(ERRORS, output);
		String found = first(FOUND, output);
		assertThat(errors).as("the search did not end: %s", output).isNotEmpty();
		assertThat(INCOMPLETE.matcher(output).find()).as("the search did not see all states: %s", output).isFalse();
		if (row.broken().isEmpty()) {
			assertThat(errors).as(found).isEqualTo("0");
		}
		else {
			assertThat(errors).as("violations of %s", row.broken()).isNotEqualTo("0");
			assertThat(found).as("the violation of %s", row.broken()).matches(row.violation());
		}
	}

	/**
	 * Runs a command in a folder.
	 * @param status the exit status that it must have, or -1 for any
	 * @return its output
	 */
	private static String run(Path folder, String log, int status, List<String> command)
			throws IOException, InterruptedException {
		Path output = folder.resolve(log);
		Process process = new ProcessBuilder(command).directory(folder.toFile())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		try {
			assertThat(process.waitFor(SECONDS_OF_A_ROW, TimeUnit.SECONDS)).as("%s ended in time", command).isTrue();
			String text = Files.readString(output);
			if (status >= 0) {
				assertThat(process.exitValue()).as(text).isEqualTo(status);
			}
			return text;
		}
		finally {
			process.destroyForcibly();
		}
	}

	private static String first(Pattern pattern, String text) {
		Matcher matcher = pattern.matcher(text);
		return !matcher.find() ? "" : (matcher.groupCount() > 0) ? matcher.group(1) : matcher.group();
	}

}
