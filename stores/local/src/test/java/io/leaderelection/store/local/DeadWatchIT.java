/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a store closes although the JDK's thread that watches its directory has
 * ended, which happens when the heap is full.
 */
class DeadWatchIT {

	@TempDir
	private Path directory;

	@Test
	void storeClosesWithoutTheThreadThatWatches() throws IOException, InterruptedException {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"--add-opens=java.base/sun.nio.fs=ALL-UNNAMED", "-cp",
				System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
				DeadWatchProcess.class.getName(), this.directory.resolve("elections").toString())
			.inheritIO()
			.start();
		try {
			assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("the process has ended").isTrue();
			assertThat(process.exitValue()).isEqualTo(DeadWatchProcess.CLOSED);
		}
		finally {
			process.destroyForcibly();
		}
	}

}
