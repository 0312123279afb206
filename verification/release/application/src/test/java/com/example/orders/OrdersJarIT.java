/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.orders;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Starts the jar: it leads, calls its guarded method, and ends when it is asked to.
 */
class OrdersJarIT {

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private static final int TERMINATED = 143;

	private final Path jar = Path.of(System.getProperty("orders.jar"));

	@TempDir
	private Path directory;

	private Process application;

	@AfterEach
	void kill() {
		if (this.application != null) {
			this.application.destroyForcibly();
		}
	}

	@Test
	void hasTheSpringBootThatWasAskedFor() throws IOException {
		try (JarFile file = new JarFile(this.jar.toFile())) {
			assertThat(file.getEntry("BOOT-INF/lib/spring-boot-" + System.getProperty("spring-boot") + ".jar"))
				.isNotNull();
		}
	}

	@Test
	void startsLeadsAndEnds() throws IOException, InterruptedException {
		Path log = this.directory.resolve("log");
		this.application = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-jar", this.jar.toString(), "--server.port=0",
				"--leader-election.local.directory=" + this.directory.resolve("records"))
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.failFast(() -> assertThat(this.application.isAlive()).as(() -> "running: " + text(log)).isTrue())
			.untilAsserted(() -> assertThat(text(log)).contains("Started OrdersApplication")
				.contains("CLEANED UP 1"));
		Matcher port = PORT.matcher(text(log));
		assertThat(port.find()).isTrue();
		HttpRequest request = HttpRequest
			.newBuilder(URI.create("http://127.0.0.1:" + port.group(1) + "/actuator/leader"))
			.build();
		assertThat(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body())
			.containsPattern("\"state\" *: *\"LEADER\"");
		this.application.destroy();
		assertThat(this.application.waitFor(1, TimeUnit.MINUTES)).isTrue();
		assertThat(this.application.exitValue()).isEqualTo(TERMINATED);
	}

	private static String text(Path log) {
		try {
			return Files.readString(log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
