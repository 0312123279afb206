/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.io.BufferedReader;
import java.io.File;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ends real processes inside the work that a shutdown waits for.
 */
@Timeout(120)
class ExitInListenerIT {

	@ParameterizedTest
	@ValueSource(strings = { "granted", "revoked", "work" })
	void rule07ExitFromInsideWorkStillReleases(String where) throws Exception {
		String java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
		Process process = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"),
				ExitingProcess.class.getName(), where)
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		try (BufferedReader output = process.inputReader()) {
			String line = output.readLine();
			assertThat(line).startsWith("released 1 after ");
			// The drain timeout is 40 s: a much shorter time shows that it did not wait
			// for that
			assertThat(Long.parseLong(line.split(" ")[3])).isLessThan(20_000);
			assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
		}
		finally {
			process.destroyForcibly();
		}
	}

}
