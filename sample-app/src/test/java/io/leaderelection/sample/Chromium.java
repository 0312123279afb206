/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the browser of the tests.
 */
final class Chromium {

	private Chromium() {
	}

	/**
	 * Returns a document after some seconds of the browser's time, as markup.
	 * @param directory the folder for the browser's files
	 * @param address the address of the document
	 * @param options more options for the command
	 */
	static String document(Path directory, String address, String... options) throws Exception {
		Path profile = Files.createTempDirectory(directory, "browser");
		Path page = profile.resolve("page.html");
		List<String> command = new ArrayList<>(List.of("chromium", "--headless", "--no-sandbox", "--disable-gpu",
				"--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
				"--disable-sync", "--user-data-dir=" + profile, "--virtual-time-budget=3000", "--dump-dom"));
		command.addAll(List.of(options));
		command.add(address);
		Process browser = new ProcessBuilder(command).redirectOutput(page.toFile())
			.redirectError(profile.resolve("errors").toFile())
			.start();
		assertThat(browser.waitFor(2, TimeUnit.MINUTES)).as("chromium has ended").isTrue();
		assertThat(browser.exitValue()).as(() -> "exit status of chromium").isZero();
		return Files.readString(page);
	}

}
