/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies the watchers of all processes that an election may have become free, by
 * touching a file.
 */
final class FreeSignal {

	private static final Logger logger = LoggerFactory.getLogger(FreeSignal.class);

	private final Path directory;

	FreeSignal(Path directory) {
		this.directory = directory;
	}

	Path directory() {
		return this.directory;
	}

	/**
	 * Sends the signal. Nothing depends on it, so a failure is only logged.
	 */
	void send(ElectionFiles files) {
		try (FileOutputStream out = new FileOutputStream(files.free().toFile())) {
			out.write('.');
		}
		catch (IOException ex) {
			logger.debug("Cannot touch '{}': candidates of election '{}' detect the change later", files.free(),
					files.key(), ex);
		}
	}

}
