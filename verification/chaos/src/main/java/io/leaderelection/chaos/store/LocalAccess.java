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

/**
 * Files of this machine, without a server or a network.
 *
 * @param directory the folder of the records, which remains after the run
 */
record LocalAccess(Path directory) implements StoreAccess {

	@Override
	public List<String> arguments(int port) {
		return List.of("--leader-election.backend=local", "--leader-election.local.directory=" + this.directory);
	}

	@Override
	public void deleteRecord(int port) throws IOException {
		try (DirectoryStream<Path> records = Files.newDirectoryStream(this.directory,
				ChaosStore.ELECTION + "-*.record")) {
			for (Path record : records) {
				Files.deleteIfExists(record);
			}
		}
	}

}
