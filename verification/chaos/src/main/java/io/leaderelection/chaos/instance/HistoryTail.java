/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.instance;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import org.jspecify.annotations.Nullable;

/**
 * Follows a history while it is written, to find the latest samples. Thread-safe.
 */
final class HistoryTail {

	private final Path file;

	private long position;

	private @Nullable HistoryEvent lastSamples;

	private int exhaustions;

	HistoryTail(Path file) {
		this.file = file;
	}

	/** Returns the latest samples of leadership, or {@code null} if there are none. */
	synchronized @Nullable HistoryEvent lastSamples() {
		if (!Files.exists(this.file)) {
			return null;
		}
		try (RandomAccessFile file = new RandomAccessFile(this.file.toFile(), "r")) {
			byte[] added = new byte[(int) (file.length() - this.position)];
			file.seek(this.position);
			file.readFully(added);
			String text = new String(added, StandardCharsets.UTF_8);
			int end = text.lastIndexOf('\n') + 1;
			this.position += text.substring(0, end).getBytes(StandardCharsets.UTF_8).length;
			text.substring(0, end).lines().forEach(this::take);
			return this.lastSamples;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read " + this.file, ex);
		}
	}

	/** Returns how often the process has exhausted a resource. */
	synchronized int exhaustions() {
		lastSamples();
		return this.exhaustions;
	}

	private void take(String line) {
		if (line.contains(EventKind.EXHAUSTED.name())) {
			this.exhaustions++;
		}
		if (line.contains(EventKind.LEADING.name()) || line.contains(EventKind.IDLE.name())) {
			this.lastSamples = HistoryEvent.parse(line);
		}
	}

}
