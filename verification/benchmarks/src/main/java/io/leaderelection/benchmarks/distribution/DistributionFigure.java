/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

import java.util.Locale;

/**
 * A figure with its bound.
 *
 * @param what the name of the figure
 * @param figure the measured value
 * @param bound the bound
 * @param kept whether the figure is within the bound
 */
record DistributionFigure(String what, String figure, String bound, boolean kept) {

	/**
	 * Creates a figure that is a time.
	 * @param what the name of the figure
	 * @param nanos nanoseconds, or {@link SampledTerm#OPEN} if it did not end
	 * @param more text after the time
	 * @param bound the bound in seconds
	 */
	static DistributionFigure seconds(String what, long nanos, String more, double bound) {
		double seconds = nanos / 1e9;
		boolean ended = nanos < Long.MAX_VALUE / 2;
		return new DistributionFigure(what, (ended ? text("%.1f s", seconds) : "never") + more, text("%.0f s", bound),
				ended && seconds <= bound);
	}

	/**
	 * Creates a figure that is a number.
	 * @param what the name of the figure
	 * @param value the number
	 * @param more text after the number
	 * @param bound the largest value allowed
	 */
	static DistributionFigure number(String what, double value, String more, double bound) {
		return new DistributionFigure(what, number(value) + more, number(bound), value <= bound);
	}

	private static String number(double value) {
		return (value == Math.rint(value)) ? text("%.0f", value) : text("%.2f", value);
	}

	private static String text(String format, double value) {
		return String.format(Locale.ROOT, format, value);
	}

	@Override
	public String toString() {
		return String.format(Locale.ROOT, "  %s  %-66s %s (at most %s)", this.kept ? "PASS" : "FAIL", this.what,
				this.figure, this.bound);
	}

}
