/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * Files of this machine, without a server or a network.
 */
final class LocalStore implements ChaosStore {

	private final Path directory;

	LocalStore(Path folder) {
		this.directory = folder.resolve("election");
	}

	@Override
	public OptionalInt port() {
		return OptionalInt.empty();
	}

	@Override
	public List<String> arguments(int port) {
		return List.of("--leader-election.backend=local", "--leader-election.local.directory=" + this.directory);
	}

	@Override
	public void deleteRecord() throws IOException {
		try (DirectoryStream<Path> records = Files.newDirectoryStream(this.directory, ELECTION + "-*.record")) {
			for (Path record : records) {
				Files.deleteIfExists(record);
			}
		}
	}

	@Override
	public void close() {
		// Its files remain in the folder of the run
	}

}
