/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A file to which lines are only appended. A line counts once its line end is written: an
 * incomplete last line of a killed writer was not confirmed to anyone. It is ignored, and
 * the next writer removes it.
 */
final class LineFile {

	private static final char END = '\n';

	private final Path path;

	LineFile(Path path) {
		this.path = path;
	}

	/**
	 * Reads the complete lines. May be called at any time.
	 */
	List<String> lines() {
		if (!Files.exists(this.path)) {
			return List.of();
		}
		try {
			String content = Files.readString(this.path, StandardCharsets.UTF_8);
			List<String> lines = new ArrayList<>();
			int start = 0;
			for (int end = content.indexOf(END); end >= 0; end = content.indexOf(END, start)) {
				lines.add(content.substring(start, end));
				start = end + 1;
			}
			return lines;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read " + this.path, ex);
		}
	}

	/**
	 * Appends a line after the complete ones and forces it to disk. Needs the lock of the
	 * ledger.
	 */
	void append(List<String> complete, String line) {
		long length = complete.stream().mapToLong((each) -> bytes(each).length + 1L).sum();
		try (FileChannel channel = FileChannel.open(this.path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
			if (channel.size() > length) {
				channel.truncate(length);
			}
			ByteBuffer buffer = ByteBuffer.wrap(bytes(line + END));
			channel.position(length);
			while (buffer.hasRemaining()) {
				channel.write(buffer);
			}
			channel.force(true);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot write " + this.path, ex);
		}
	}

	/** Replaces characters that would end a field or a line. */
	static String printable(String text) {
		return text.replaceAll("\\p{Cntrl}", "_");
	}

	static String[] fields(String line, int count) {
		String[] fields = line.split("\t", -1);
		if (fields.length != count) {
			throw new IllegalStateException("Expected " + count + " fields, separated by tabs, in: " + line);
		}
		return fields;
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
