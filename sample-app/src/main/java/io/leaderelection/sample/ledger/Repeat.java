/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample.ledger;

import java.time.Instant;

/**
 * A second run of a job for a tick that already had its entry.
 *
 * @param tick the tick
 * @param firstToken the term in which the entry was written
 * @param fencingToken the term in which the job ran again
 */
public record Repeat(Instant tick, long firstToken, long fencingToken) {

	/**
	 * Returns the repeat as one line of text.
	 * @return the fields, separated by tabs
	 */
	public String toLine() {
		return this.tick + "\t" + this.firstToken + "\t" + this.fencingToken;
	}

	static Repeat parse(String line) {
		String[] fields = LineFile.fields(line, 3);
		return new Repeat(Instant.parse(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2]));
	}

}
