/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

/**
 * From one stamp to another, both included, in nanoseconds.
 *
 * @param from the first instant
 * @param to the last; before the first if the interval is empty
 */
record Interval(long from, long to) {

	boolean isEmpty() {
		return this.to < this.from;
	}

	/** In nanoseconds; 0 if the interval is empty. */
	long length() {
		return Math.max(0, this.to - this.from);
	}

	boolean meets(Interval other) {
		return !intersection(other).isEmpty();
	}

	boolean contains(long instant) {
		return this.from <= instant && instant <= this.to;
	}

	Interval intersection(Interval other) {
		return new Interval(Math.max(this.from, other.from), Math.min(this.to, other.to));
	}

}
