/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Counts the descriptors of this process, as Linux lists them.
 */
final class OpenFiles {

	private OpenFiles() {
	}

	/** Returns how many descriptors of files below a directory are open. */
	static int below(Path directory) throws IOException {
		int count = 0;
		Path real = directory.toRealPath();
		try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
			for (Path descriptor : descriptors.toList()) {
				try {
					if (Files.readSymbolicLink(descriptor).startsWith(real)) {
						count++;
					}
				}
				catch (NoSuchFileException ex) {
					// The file was closed meanwhile
					continue;
				}
			}
		}
		return count;
	}

}
