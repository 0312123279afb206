/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

/**
 * One succession, in milliseconds; NaN for a value that was not measured.
 *
 * @param took the time that the scenario measures
 * @param vacancy the time between the end of the former leader and the start of the next
 * one, each by its own history
 * @param overlap how long both certainly led according to their histories
 * @param pastExpiry the time from the end of the lease in the store to the next leader
 */
record Round(double took, double vacancy, double overlap, double pastExpiry) {

	/**
	 * Creates the round of a succession from one candidate to another.
	 * @param began the start of the measurement, on the monotonic clock
	 * @param former the history of the former leader
	 * @param next the history of the next leader
	 * @param change the change that made the next candidate the leader
	 * @return the round, with the overlap until now
	 */
	static Round of(long began, History former, History next, History.Change change) {
		long ledUntil = Math.min(former.ledUntil(began), change.notAfter());
		return new Round((change.notAfter() - began) / 1e6, (change.notAfter() - ledUntil) / 1e6,
				History.overlap(former, next) / 1e6, Double.NaN);
	}

	Round withPastExpiry(double millis) {
		return new Round(this.took, this.vacancy, this.overlap, millis);
	}

	static Round of(double took) {
		return new Round(took, Double.NaN, Double.NaN, Double.NaN);
	}

}
