/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.jdbc.Contender;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Another JVM that wins an election over advisory locks and renews its term until the
 * process ends.
 */
final class HoldingProcess implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private final Process process;

	private HoldingProcess(Process process) {
		this.process = process;
	}

	/**
	 * Renews as fast as the server answers, so that the process is stopped at an
	 * arbitrary moment.
	 */
	public static void main(String[] args) {
		try (LeaseStore store = AdvisoryLeaseStoreFactory.builder(new DriverConnectionSource(args[0], args[1], ""))
			.build()
			.open()) {
			Contender contender = new Contender(store, args[2], "holder", Duration.ofMillis(Long.parseLong(args[4])))
				.win(args[3]);
			System.out.println("leads");
			while (true) {
				contender.renew(TIMEOUT, List.of(args[3]));
			}
		}
	}

	static HoldingProcess start(String url, String user, String namespace, String election, Duration lease)
			throws IOException {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
				System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
				HoldingProcess.class.getName(), url, user, namespace, election, Long.toString(lease.toMillis()))
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		HoldingProcess holding = new HoldingProcess(process);
		assertThat(
				new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine())
			.isEqualTo("leads");
		return holding;
	}

	void signal(String signal) throws IOException, InterruptedException {
		Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(this.process.pid())).inheritIO().start();
		assertThat(kill.waitFor()).isZero();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
