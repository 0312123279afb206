/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.testkit.SourceMutant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests a candidate in another JVM whose clock is wrong by an hour (libfaketime), and a
 * leader whose clock is right.
 */
@Tag("server")
class ClientClockIT {

	private static final String ELECTION = "clocks";

	private static final String RIGHT = "+0";

	private static final String AHEAD = "+1h";

	private static final String BEHIND = "-1h";

	@TempDir
	Path output;

	static List<TestDatabase> databases() {
		return List.of(TestDatabase.postgres(), TestDatabase.mariaDb());
	}

	@ParameterizedTest
	@MethodSource("databases")
	void clockOfAClientHasNoEffect(TestDatabase database) throws Exception {
		assertThat(answers(database, AHEAD)).containsExactly("Leased", "Leased");
		assertThat(answers(database, BEHIND)).containsExactly("Leased", "Leased");
	}

	/** Production code that reads another clock. */
	@Test
	void detectsTimestampsOfTheClient() throws Exception {
		SourceMutant.of(MutationContract.SOURCES)
			.replace("PostgresStatements.java",
					".prepareStatement(this.pooled ? this.begin + command + \"; commit\" : command)",
					".prepareStatement((this.pooled ? this.begin + command + \"; commit\" : command).replace("
							+ "\"floor(extract(epoch from clock_timestamp()) * 1000)::bigint\", "
							+ "System.currentTimeMillis() + \"::bigint\"))")
			.compile(JdbcLeaseStoreFactory.class, "io.leaderelection.store.jdbc.", this.output);
		assertThat(answers(TestDatabase.postgres(), RIGHT)).containsExactly("Leased", "Leased");
		assertThat(answers(TestDatabase.postgres(), AHEAD)).as("answers to a client whose clock is ahead")
			.contains("Granted");
	}

	/** Returns the answers to two acquires of the other candidate. */
	private List<String> answers(TestDatabase database, String clock) throws Exception {
		database.createTables();
		String namespace = "clocks-" + System.nanoTime();
		try (LeaseStore store = JdbcLeaseStoreFactory.builder(database.source()).build().open()) {
			new Contender(store, namespace, "holder", FaultFixture.LEASE).win(ELECTION);
			return rival(database, namespace, clock);
		}
	}

	private List<String> rival(TestDatabase database, String namespace, String clock)
			throws IOException, InterruptedException {
		String classPath = this.output + File.pathSeparator
				+ System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
		Process process = new ProcessBuilder("faketime", "-f", clock,
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m",
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath, ClientClockIT.class.getName(),
				database.remoteUrl(), database.user(), namespace)
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		try (BufferedReader reader = new BufferedReader(
				new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
			List<String> answers = reader.lines().toList();
			assertThat(process.waitFor()).as("exit status of the rival").isZero();
			return answers;
		}
	}

	/** Runs the other candidate. */
	public static void main(String[] args) {
		try (LeaseStore store = JdbcLeaseStoreFactory.builder(new DriverConnectionSource(args[0], args[1], ""))
			.build()
			.open()) {
			Contender rival = new Contender(store, args[2], "rival", FaultFixture.LEASE);
			Duration timeout = Duration.ofSeconds(30);
			Stream
				.of(rival.acquire(timeout, List.of(ELECTION)).get(0), rival.acquire(timeout, List.of(ELECTION)).get(0))
				.forEach((outcome) -> System.out.println(outcome.getClass().getSimpleName()));
		}
	}

}
