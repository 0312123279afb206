/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

import java.util.Locale;

/**
 * A figure beside its bound.
 *
 * @param what what was measured
 * @param figure what came out
 * @param bound what it may be
 * @param kept whether it is that
 */
record DistributionFigure(String what, String figure, String bound, boolean kept) {

	/**
	 * A time.
	 * @param what what was measured
	 * @param nanos nanoseconds, or {@link SampledTerm#OPEN} if it did not come to an end
	 * @param more besides the time
	 * @param bound seconds
	 */
	static DistributionFigure seconds(String what, long nanos, String more, double bound) {
		double seconds = nanos / 1e9;
		boolean ended = nanos < Long.MAX_VALUE / 2;
		return new DistributionFigure(what, (ended ? text("%.1f s", seconds) : "never") + more, text("%.0f s", bound),
				ended && seconds <= bound);
	}

	/**
	 * A number.
	 * @param what what was measured
	 * @param value the number
	 * @param more besides the number
	 * @param bound what it may be at most
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
