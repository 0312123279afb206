/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests an election in a process that cannot open many files. Takes some leases, because
 * a term that cannot be renewed ends only then.
 */
@Tag("slow")
class FewFilesIT {

	private static final int LIMIT = 400;

	@TempDir
	private Path directory;

	@Test
	@DisplayName("Four times as many names as the process can open files, joined and left, end no other term")
	void namesThatWereLeftEndNoTerm() throws Exception {
		assertThat(log("1600", "true")).noneMatch((line) -> line.contains(" WARN "));
	}

	@Test
	@DisplayName("More elections than the process can lead end no other term, and are one warning")
	void tooManyNamesEndNoTermAndAreLoggedOnce() throws Exception {
		List<String> log = log("1600", "false");
		assertThat(log).filteredOn((line) -> line.contains("too many open files"))
			.singleElement()
			.asString()
			.contains("Store 'local': commands fail: This process leads no further election", "ulimit -n");
		// A busy machine may be late with a batch
		assertThat(log)
			.filteredOn((line) -> line.contains(" WARN ") && !line.contains("nobody is known to lead")
					&& !line.contains("no answer from the store"))
			.hasSize(1);
		String last = log.get(log.size() - 1);
		assertThat(last).startsWith("led besides: ");
		assertThat(Integer.parseInt(last.substring("led besides: ".length()))).isBetween(100, LIMIT - SpareFiles.COUNT);
	}

	private List<String> log(String names, String leave) throws IOException, InterruptedException {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		Path log = this.directory.resolve("log");
		Process process = new ProcessBuilder("sh", "-c", "ulimit -n " + LIMIT + " && exec \"$@\"", "sh", java,
				// Otherwise the JVM raises the limit to the hard one
				"-XX:-MaxFDLimit", "-XX:+UseSerialGC", "-cp",
				System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
				FewFilesProcess.class.getName(), this.directory.resolve("elections").toString(), names, leave)
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try {
			assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("the process has ended").isTrue();
			List<String> lines = Files.readAllLines(log);
			assertThat(process.exitValue()).as(() -> String.join("\n", lines)).isEqualTo(FewFilesProcess.KEPT);
			return lines;
		}
		finally {
			process.destroyForcibly();
		}
	}

}
