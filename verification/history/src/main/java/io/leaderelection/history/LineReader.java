/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the lines of a file whose writer may have been killed. A line is complete once
 * its line end is written.
 *
 * @param <T> what a line contains
 * @param complete the complete lines
 * @param torn whether an incomplete line follows them
 */
record LineReader<T>(List<T> complete, boolean torn) {

	/**
	 * Parses a line.
	 *
	 * @param <T> what it contains
	 */
	interface Parser<T> {

		T parse(int number, String line);

	}

	/**
	 * Reads a file.
	 * @param <T> what a line contains
	 * @param file the file
	 * @param parser parses a line; numbers are from one on
	 * @return its lines
	 * @throws HistoryFormatException if a complete line is malformed
	 */
	static <T> LineReader<T> read(Path file, Parser<T> parser) {
		List<T> lines = new ArrayList<>();
		try {
			// Not decoded as a whole, because a torn line may end in the middle of a
			// character
			String content = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
			int start = 0;
			for (int end = content.indexOf('\n'); end >= 0; end = content.indexOf('\n', start)) {
				lines.add(parser.parse(lines.size() + 1, content.substring(start, end)));
				start = end + 1;
			}
			return new LineReader<>(List.copyOf(lines), start < content.length());
		}
		catch (IllegalArgumentException ex) {
			throw new HistoryFormatException(file, lines.size() + 1, ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read " + file, ex);
		}
	}

}
