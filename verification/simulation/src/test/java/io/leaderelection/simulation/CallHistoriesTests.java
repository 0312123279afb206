/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

import io.leaderelection.history.CallHistory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Writes the calls of schedules to the store, for {@code verification/linearizability}.
 * System properties: {@code simulation.histories} (a folder, which gets the folders
 * {@code legal} and {@code broken}) and {@code simulation.recorded} (how many schedules,
 * default 1,000; the first seed is {@code simulation.first}). Without a folder some are
 * written to a temporary one, and only looked at here.
 */
class CallHistoriesTests {

	private static final String FOLDER = System.getProperty("simulation.histories");

	private static final long RECORDED = Long.getLong("simulation.recorded", (FOLDER != null) ? 1000 : 20);

	private static final long FIRST = Long.getLong("simulation.first", 0);

	/**
	 * How many histories of a mistake are written. Each ends where an invariant is
	 * violated, which may be too early for another program.
	 */
	private static final int BROKEN = 20;

	private static final int SEEDS = 10_000;

	@TempDir
	Path temporary;

	@Test
	void callsOfSchedulesAreWritten() throws IOException {
		Path folder = folder("legal");
		LongStream.range(FIRST, FIRST + RECORDED)
			.parallel()
			.forEach((seed) -> record(seed, SimulationSeams.PRODUCTION, folder.resolve("seed-" + seed)));
		Set<String> outcomes = new HashSet<>();
		for (long seed = FIRST; seed < FIRST + Math.min(RECORDED, 20); seed++) {
			outcomes.addAll(outcomes(Files.readAllLines(folder.resolve("seed-" + seed + CallHistory.SUFFIX))));
		}
		assertThat(outcomes).contains("granted", "leased", "free", "lost", "released", "unknown");
	}

	@Test
	void callsUpToTheDiscoveryOfAMistakeAreWritten() throws IOException {
		Path folder = folder("broken");
		SimulationSeams broken = BrokenVariant.store(BrokenStores.ReleaseWithoutCondition::new);
		AtomicInteger found = new AtomicInteger();
		for (long seed = 0; seed < SEEDS && found.get() < BROKEN; seed++) {
			Path file = folder.resolve("release-without-condition-" + seed);
			try {
				record(seed, broken, file);
				Files.delete(Path.of(file + CallHistory.SUFFIX));
			}
			catch (InvariantViolation ex) {
				found.incrementAndGet();
				assertThat(Path.of(file + CallHistory.SUFFIX)).isNotEmptyFile();
			}
		}
		assertThat(found).as("histories with a violation").hasValue(BROKEN);
	}

	@Test
	void recordingDoesNotChangeTheSchedule() {
		for (long seed = 0; seed < 20; seed++) {
			StringBuilder plain = new StringBuilder();
			StringBuilder recorded = new StringBuilder();
			new Simulation(seed, Control.PROMISED, SimulationSeams.PRODUCTION, plain::append).run();
			new Simulation(seed, Control.PROMISED, SimulationSeams.PRODUCTION, recorded::append)
				.recordedBy(new CallHistory(new StringBuilder()::append))
				.run();
			assertThat(recorded).hasToString(plain.toString());
		}
	}

	private Path folder(String name) throws IOException {
		return Files.createDirectories(((FOLDER != null) ? Path.of(FOLDER) : this.temporary).resolve(name));
	}

	private static void record(long seed, SimulationSeams seams, Path file) {
		try (Writer writer = Files.newBufferedWriter(Path.of(file + CallHistory.SUFFIX))) {
			CallHistory calls = new CallHistory((lines) -> write(writer, lines));
			new Simulation(seed, Control.PROMISED, seams, null).recordedBy(calls).run();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void write(Writer writer, String lines) {
		try {
			writer.write(lines);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns the outcomes, each of a call that comes before it. */
	private static Set<String> outcomes(List<String> lines) {
		Set<String> called = new HashSet<>();
		Set<String> outcomes = new HashSet<>();
		assertThat(lines.get(0)).startsWith("drift\t0.");
		for (String line : lines.subList(1, lines.size())) {
			String[] fields = line.split("\t");
			assertThat(fields).as(line).hasSize(8);
			if (fields[0].equals("call")) {
				assertThat(called.add(fields[2])).as(line).isTrue();
			}
			else {
				assertThat(called).as(line).contains(fields[2]);
				outcomes.add(fields[3]);
			}
		}
		return outcomes;
	}

}
