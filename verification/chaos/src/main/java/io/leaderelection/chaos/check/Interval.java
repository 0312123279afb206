/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

import io.leaderelection.history.History.Entry;

/**
 * The time from one stamp to another, both included, in nanoseconds.
 *
 * @param from the first instant
 * @param to the last; before the first if the interval is empty
 */
record Interval(long from, long to) {

	/** The intervals between the two stamps of each event. */
	static List<Interval> ofEach(List<Entry> entries) {
		return entries.stream().map((entry) -> new Interval(entry.event().before(), entry.event().after())).toList();
	}

	boolean isEmpty() {
		return this.to < this.from;
	}

	/** Returns the length in nanoseconds, or 0 if the interval is empty. */
	long length() {
		return Math.max(0, this.to - this.from);
	}

	boolean meets(Interval other) {
		return !intersection(other).isEmpty();
	}

	boolean contains(long instant) {
		return this.from <= instant && instant <= this.to;
	}

	/**
	 * Returns this interval without the given ones.
	 * @param others the intervals to subtract: sorted and disjoint
	 */
	List<Interval> without(List<Interval> others) {
		List<Interval> rest = new ArrayList<>();
		long from = this.from;
		for (Interval other : others) {
			if (other.from > from && other.from <= this.to) {
				rest.add(new Interval(from, other.from));
			}
			if (other.from <= this.to) {
				from = Math.max(from, other.to);
			}
		}
		if (from < this.to) {
			rest.add(new Interval(from, this.to));
		}
		return rest;
	}

	/** Returns the union as sorted, disjoint intervals. */
	static List<Interval> union(Collection<Interval> intervals) {
		List<Interval> union = new ArrayList<>();
		for (Interval next : intervals.stream().sorted(Comparator.comparingLong(Interval::from)).toList()) {
			Interval last = (union.isEmpty()) ? null : union.get(union.size() - 1);
			if (last != null && next.from <= last.to) {
				union.set(union.size() - 1, new Interval(last.from, Math.max(last.to, next.to)));
			}
			else {
				union.add(next);
			}
		}
		return union;
	}

	Interval intersection(Interval other) {
		return new Interval(Math.max(this.from, other.from), Math.min(this.to, other.to));
	}

}
