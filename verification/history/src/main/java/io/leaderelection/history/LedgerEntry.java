/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.nio.file.Path;
import java.util.List;

/**
 * An entry of the ledger to which guarded work of all processes writes.
 *
 * @param sequence the number of the entry, in the order of acceptance
 * @param token the writer's fencing token
 * @param process the writer
 * @param n the number of the write in that process
 */
public record LedgerEntry(long sequence, long token, String process, long n) {

	/**
	 * Formats the entry as one line.
	 * @return its fields, separated by tabs, without an end of line
	 */
	public String toLine() {
		return this.sequence + "\t" + this.token + "\t" + this.process + "\t" + this.n;
	}

	/**
	 * Parses a line.
	 * @param line the fields, separated by tabs, without an end of line
	 * @return the entry
	 * @throws IllegalArgumentException if the line is malformed
	 */
	public static LedgerEntry parse(String line) {
		String[] fields = line.split("\t", -1);
		if (fields.length != 4) {
			throw new IllegalArgumentException("Expected 4 fields, separated by tabs, but found " + fields.length);
		}
		try {
			return new LedgerEntry(Long.parseLong(fields[0]), Long.parseLong(fields[1]), fields[2],
					Long.parseLong(fields[3]));
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("Not a number in '" + line + "'", ex);
		}
	}

	/**
	 * Reads a ledger. Text after the last line end, left by a killed writer, is ignored.
	 * @param file the ledger
	 * @return the entries in the order of the file
	 * @throws HistoryFormatException if a line that is complete is not an entry
	 */
	public static List<LedgerEntry> readAll(Path file) {
		return LineReader.read(file, (number, line) -> parse(line)).complete();
	}

}
