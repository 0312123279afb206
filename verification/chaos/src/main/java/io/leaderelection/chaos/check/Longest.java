/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

/**
 * The longest of the times that were added.
 */
final class Longest {

	private int number;

	private long nanos;

	private String where = "";

	/**
	 * Adds a time.
	 * @param nanos its length
	 * @param where what it was, or where it is recorded
	 */
	void add(long nanos, String where) {
		if (this.number++ == 0 || nanos > this.nanos) {
			this.nanos = nanos;
			this.where = where;
		}
	}

	/** Returns how many were added. */
	int number() {
		return this.number;
	}

	/** Returns its length and where it was. */
	@Override
	public String toString() {
		return Findings.millis(this.nanos) + ((this.number > 0) ? " (" + this.where + ")" : "");
	}

}
