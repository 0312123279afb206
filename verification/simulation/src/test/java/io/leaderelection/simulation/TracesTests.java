/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Writes a digest of the trace of each schedule, so that two commits can be compared: a
 * change of the protocol's form must not change a byte of any trace. System properties:
 * {@code simulation.traces} (a folder, which gets a file with a line per seed for each
 * kind of schedule), {@code simulation.texts} (whether to write the traces as well), and
 * those of {@link SimulationTests} and {@link DistributionSimulationTests} for the first
 * seeds and the numbers of schedules. Without a folder some are written to a temporary
 * one, and only looked at here.
 */
class TracesTests {

	private static final String FOLDER = System.getProperty("simulation.traces");

	private static final boolean TEXTS = Boolean.getBoolean("simulation.texts");

	private static final Pattern MAP = Pattern.compile("\\{([^{}]+)}");

	@TempDir
	Path temporary;

	/** Runs one schedule. */
	@FunctionalInterface
	interface Run {

		void of(long seed, Consumer<String> trace);

	}

	@Test
	void tracesOfElections() throws IOException {
		write("elections", "simulation", "simulation.schedules",
				(seed, trace) -> new Simulation(seed, Control.PROMISED, SimulationSeams.PRODUCTION, trace).run());
	}

	@Test
	void tracesWithCrashes() throws IOException {
		write("crashes", "simulation", "simulation.crashes",
				(seed, trace) -> new Simulation(seed, Control.PROMISED, SimulationSeams.CRASHING, trace).run());
	}

	@Test
	void tracesAtTheCorner() throws IOException {
		write("corner", "simulation", "simulation.corner",
				(seed, trace) -> new Simulation(seed, Control.CORNER, SimulationSeams.PRODUCTION, trace).run());
	}

	@Test
	void tracesOfDistribution() throws IOException {
		write("distribution", "distribution", "distribution.schedules", (seed,
				trace) -> new DistributionSimulation(seed, SimulationSeams.PRODUCTION, trace, DistributionScenario::new)
					.run());
	}

	@Test
	void orderOfAMapDoesNotChangeTheDigest() {
		assertThat(digest("Leased[metadata={b=1, a=2}]")).isEqualTo(digest("Leased[metadata={a=2, b=1}]"))
			.isNotEqualTo(digest("Leased[metadata={a=1, b=2}]"));
	}

	@Test
	void oneOtherLineChangesTheDigest() {
		assertThat(digest("one", "two")).isEqualTo(digest("one", "two"))
			.isNotEqualTo(digest("one", "too"))
			.isNotEqualTo(digest("one", "two", "three"));
	}

	private void write(String kind, String prefix, String schedules, Run run) throws IOException {
		long first = Long.getLong(prefix + ".first", 0);
		long number = (FOLDER != null) ? Long.getLong(schedules, 1000) : 3;
		Path folder = Files.createDirectories((FOLDER != null) ? Path.of(FOLDER) : this.temporary);
		List<String> lines = LongStream.range(first, first + number)
			.parallel()
			.mapToObj((seed) -> seed + " " + digest(kind, seed, run, folder))
			.toList();
		Files.write(folder.resolve(kind + ".txt"), lines);
		assertThat(lines).as("seeds and digests")
			.hasSize((int) number)
			.allMatch((line) -> line.matches("\\d+ \\w{64}"));
		assertThat(digest(kind, first, run, folder)).as("digest of the same seed")
			.isEqualTo(lines.get(0).substring(lines.get(0).indexOf(' ') + 1));
	}

	private static String digest(String kind, long seed, Run run, Path folder) {
		StringBuilder text = new StringBuilder();
		String digest = digest((trace) -> run.of(seed, trace), TEXTS ? text::append : (line) -> {
		});
		if (TEXTS) {
			write(folder.resolve(kind + "-" + seed + ".txt"), text);
		}
		return digest;
	}

	private static String digest(Consumer<Consumer<String>> run, Consumer<String> lines) {
		MessageDigest digest = sha256();
		Consumer<String> trace = (traced) -> {
			String line = inOrder(traced) + '\n';
			digest.update(line.getBytes(StandardCharsets.UTF_8));
			lines.accept(line);
		};
		try {
			run.accept(trace);
		}
		catch (InvariantViolation ex) {
			trace.accept("violated: " + ex.getMessage());
		}
		return HexFormat.of().formatHex(digest.digest());
	}

	/** Sorts the entries of maps, whose order differs from process to process. */
	private static String inOrder(String line) {
		return MAP.matcher(line)
			.replaceAll((map) -> Matcher.quoteReplacement(
					Stream.of(map.group(1).split(", ")).sorted().collect(Collectors.joining(", ", "{", "}"))));
	}

	private static String digest(String... lines) {
		return digest((trace) -> List.of(lines).forEach(trace), (line) -> {
		});
	}

	private static MessageDigest sha256() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	private static void write(Path file, CharSequence text) {
		try {
			Files.writeString(file, text);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
