/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.history.History.Entry;

/**
 * Consecutive answers that the process leads. The first was true at some instant between
 * {@code before} and {@code firstAfter}, the last between {@code lastBefore} and
 * {@code after}. A process may be stopped between the answer and the stamp, so nothing
 * narrower is certain about a single answer.
 *
 * @param entry the line that records them
 * @param token the fencing token
 * @param before stamp before the first question
 * @param firstAfter stamp after the first answer
 * @param lastBefore stamp before the last question
 * @param after stamp after the last answer
 * @param count the number of answers
 */
record Belief(Entry entry, long token, long before, long firstAfter, long lastBefore, long after, long count) {

	static Belief of(Entry entry) {
		return new Belief(entry, entry.event().requireToken(), entry.event().before(),
				entry.event().number("firstAfter"), entry.event().number("lastBefore"), entry.event().after(),
				entry.event().number("count"));
	}

	/**
	 * The time in which the process certainly believed that it leads; empty for a single
	 * answer.
	 */
	Interval certain() {
		return (this.count > 1) ? new Interval(this.firstAfter, this.lastBefore) : new Interval(0, -1);
	}

	/**
	 * Returns the longest time that a caller may have waited between an answer and its
	 * use.
	 */
	long longestBracket() {
		return Math.max(this.firstAfter - this.before, this.after - this.lastBefore);
	}

}
