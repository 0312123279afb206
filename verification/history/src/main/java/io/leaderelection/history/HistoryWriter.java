/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Appends events to a history, each with one write of the operating system, so that a
 * killed process loses at most the line it was writing. It uses a stream because an
 * interrupt of the writing thread, which a loss of leadership causes, would close a
 * channel. Thread-safe.
 */
public final class HistoryWriter implements AutoCloseable {

	private static final long RETRY_NANOS = 5_000_000;

	private final FileOutputStream stream;

	private HistoryWriter(FileOutputStream stream) {
		this.stream = stream;
	}

	/**
	 * Opens a history to append to.
	 * @param file the file, created if it is missing
	 * @return the writer
	 * @throws UncheckedIOException if the file cannot be opened
	 */
	public static HistoryWriter open(Path file) {
		try {
			return new HistoryWriter(new FileOutputStream(file.toFile(), true));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot append to " + file, ex);
		}
	}

	/**
	 * Writes an event. On return it has been passed to the operating system.
	 * @param event the event
	 * @throws UncheckedIOException if it cannot be written
	 */
	public void write(HistoryEvent event) {
		write(event.toLine() + "\n");
	}

	/**
	 * Writes lines together. On return they have been passed to the operating system.
	 * @param lines the lines, each with its end
	 * @throws UncheckedIOException if they cannot be written
	 */
	public void write(String lines) {
		byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
		try {
			this.stream.write(bytes);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Waits for a moment without allocating, before another attempt to write an event
	 * that must not be missing.
	 */
	public static void awaitMemory() {
		LockSupport.parkNanos(RETRY_NANOS);
	}

	@Override
	public void close() {
		try {
			this.stream.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
