/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample.ledger;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A line of the ledger.
 *
 * @param number the number of the entry, consecutive from one
 * @param fencingToken the token of the term in which the entry was written
 * @param writtenAt when it was written, by the writer's clock
 * @param instance the id of the writer
 * @param tick the tick that it belongs to, or {@code null}
 */
public record LedgerEntry(long number, long fencingToken, Instant writtenAt, String instance, @Nullable Instant tick) {

	private static final String NO_TICK = "-";

	/**
	 * Returns the entry as one line of text.
	 * @return the fields, separated by tabs
	 */
	public String toLine() {
		return this.number + "\t" + this.fencingToken + "\t" + this.writtenAt + "\t" + LineFile.printable(this.instance)
				+ "\t" + ((this.tick != null) ? this.tick : NO_TICK);
	}

	static LedgerEntry parse(String line) {
		String[] fields = LineFile.fields(line, 5);
		return new LedgerEntry(Long.parseLong(fields[0]), Long.parseLong(fields[1]), Instant.parse(fields[2]),
				fields[3], fields[4].equals(NO_TICK) ? null : Instant.parse(fields[4]));
	}

}
