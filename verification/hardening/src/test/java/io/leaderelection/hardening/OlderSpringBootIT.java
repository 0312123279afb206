/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Starts an application on a version of Spring Boot that is too old, with all stores on
 * its class path.
 */
class OlderSpringBootIT {

	private static final Path OLDER = Path.of(System.getProperty("older-spring-boot"));

	/**
	 * Returns the class path of this test, with the older versions in place of Spring.
	 */
	private static String classPath() throws IOException {
		List<String> entries = new ArrayList<>();
		try (Stream<Path> jars = Files.list(OLDER)) {
			jars.map(Path::toString).sorted().forEach(entries::add);
		}
		assertThat(entries).hasSize(8);
		Stream
			.of(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
				.split(File.pathSeparator))
			.filter((entry) -> !Path.of(entry).getFileName().toString().startsWith("spring-"))
			.forEach(entries::add);
		return String.join(File.pathSeparator, entries);
	}

	@Test
	void startNamesTheVersionThatIsNeeded(@TempDir Path folder) throws Exception {
		Path log = folder.resolve("log");
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				classPath(), OlderApplication.class.getName(), "--leader-election.backend=jdbc",
				"--leader-election.jdbc.url=jdbc:postgresql://127.0.0.1:1/orders")
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try {
			assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("ended").isTrue();
			assertThat(process.exitValue()).isEqualTo(1);
			assertThat(log).content()
				.contains("APPLICATION FAILED TO START", "Description:",
						"leader-election needs Spring Boot 4.0 or newer, and this application runs 3.5.6.", "Action:",
						"Upgrade Spring Boot")
				.doesNotContain("NoClassDefFoundError", "No leader can be elected yet");
		}
		finally {
			process.destroyForcibly();
		}
	}

}
