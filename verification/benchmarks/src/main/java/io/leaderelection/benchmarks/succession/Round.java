/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

/**
 * One succession, in milliseconds; NaN where something was not measured.
 *
 * @param took what the scenario measures
 * @param vacancy between the end of the former leader, by its own history, and the
 * beginning of the next one, by its own
 * @param overlap how long both histories say for certain that they led
 * @param pastExpiry between the end of the lease in the store and the next leader
 */
record Round(double took, double vacancy, double overlap, double pastExpiry) {

	/**
	 * A succession from one candidate to another.
	 * @param began from when it counts, on the monotonic clock
	 * @param former history of the former leader
	 * @param next history of the next one
	 * @param change the change that made it the leader
	 * @return the round, its overlap so far
	 */
	static Round of(long began, History former, History next, History.Change change) {
		long heldUntil = Math.min(former.heldUntil(began), change.notAfter());
		return new Round((change.notAfter() - began) / 1e6, (change.notAfter() - heldUntil) / 1e6,
				History.overlap(former, next) / 1e6, Double.NaN);
	}

	Round withPastExpiry(double millis) {
		return new Round(this.took, this.vacancy, this.overlap, millis);
	}

	static Round of(double took) {
		return new Round(took, Double.NaN, Double.NaN, Double.NaN);
	}

}
