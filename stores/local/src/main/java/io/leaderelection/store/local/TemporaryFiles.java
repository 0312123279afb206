/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names temporary files, and removes those that a crash has left.
 */
final class TemporaryFiles {

	private static final Pattern NAME = Pattern.compile(".*\\.(\\d{1,18})-[0-9a-f]+\\.tmp");

	private TemporaryFiles() {
	}

	/**
	 * Returns a unique name for a writer, of its process ID and a random number.
	 * @return the name, valid as part of a file name
	 */
	static String writer() {
		return ProcessHandle.current().pid() + "-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
	}

	static Path create(Path directory) throws IOException {
		return Files.createFile(directory.resolve("probe." + writer() + ElectionFiles.TEMPORARY));
	}

	/**
	 * Removes the temporary files of processes that no longer exist. A process in another
	 * container has its own process IDs and may be considered dead by mistake; then its
	 * write fails and is repeated.
	 */
	static void removeStale(Path directory) throws IOException {
		try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
			for (Path file : files) {
				Matcher matcher = NAME.matcher(file.getFileName().toString());
				if (matcher.matches() && ProcessHandle.of(Long.parseLong(matcher.group(1))).isEmpty()) {
					Files.deleteIfExists(file);
				}
			}
		}
	}

}
