/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests elections of a real process whose heap is filled.
 */
@Tag("server")
@Timeout(240)
class FullHeapIT {

	@TempDir
	Path folder;

	@Test
	void rule18ElectionsSurviveAFullHeap() throws IOException, InterruptedException {
		Path output = this.folder.resolve("output");
		Path errors = this.folder.resolve("errors");
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx24m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
				System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
				FullHeapProcess.class.getName())
			.redirectOutput(output.toFile())
			.redirectError(errors.toFile())
			.start();
		try {
			assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
			assertThat(Files.readString(output).lines().filter((line) -> line.startsWith("began")).toList())
				.as(() -> read(errors))
				.containsExactly("began true, leading 20, lost 20, notified 20, interrupted 20");
		}
		finally {
			process.destroyForcibly();
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

}
