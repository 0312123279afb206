/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.util.Locale;

/**
 * Prints figures, and remembers whether all bounds were kept.
 */
final class Figures {

	private boolean kept = true;

	/**
	 * Prints a line.
	 * @param format its format
	 * @param values the values in it
	 */
	@SuppressWarnings("AnnotateFormatMethod")
	void print(String format, Object... values) {
		System.out.println(String.format(Locale.ROOT, format, values));
	}

	/** Records that something could not be measured. */
	void failed(Scenario scenario, Store store, Exception ex) {
		this.kept = false;
		print("FAILED: %s over %s: %s", scenario, store, ex);
	}

	/**
	 * Compares a figure with a bound.
	 * @param format the format of the bound
	 * @param bound the largest value allowed
	 * @param value the figure
	 * @return the bound and whether it is kept, for people
	 */
	String atMost(String format, double bound, double value) {
		return bound(String.format(Locale.ROOT, format, bound), value <= bound);
	}

	/**
	 * Records whether a bound is kept.
	 * @param text the bound
	 * @param isKept whether it is kept
	 * @return both, for people
	 */
	String bound(String text, boolean isKept) {
		this.kept &= isKept;
		return ((isKept) ? "bound " : "EXCEEDS ") + text;
	}

	/**
	 * Whether everything was measured and within its bound.
	 * @return whether nothing failed so far
	 */
	boolean kept() {
		return this.kept;
	}

	/**
	 * Returns a quantile by nearest rank.
	 * @param sorted the values
	 * @param share between 0 and 1
	 * @return the value, NaN if there is none
	 */
	static double quantile(double[] sorted, double share) {
		return (sorted.length > 0) ? sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)] : Double.NaN;
	}

}
