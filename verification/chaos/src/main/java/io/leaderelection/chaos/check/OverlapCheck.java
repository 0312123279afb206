/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.history.Invariant;
import org.jspecify.annotations.Nullable;

/**
 * Checks that work of two processes does not overlap (I4). The older work is at fault: it
 * should have ended before the newer started.
 *
 * @param run the run
 * @param findings receives what it finds
 */
record OverlapCheck(Run run, Findings findings) {

	static final String AFTER_STOP = "work overlapping that of a successor, in a process that had been stopped";

	static final String CLOCK_OF_STORE = "work overlapping that of a successor, after the clock of the store was stepped";

	static final String IN_DECLARED = "work of two processes in windows outside the guarantees";

	void check(ElectionHistory election) {
		List<Work> sorted = election.works.stream()
			.sorted(Comparator.comparingLong((work) -> work.certain().from()))
			.toList();
		Map<Work, Conflict> conflicts = new LinkedHashMap<>();
		for (int i = 0; i < sorted.size(); i++) {
			for (int j = i + 1; j < sorted.size()
					&& sorted.get(j).certain().from() < sorted.get(i).certain().to(); j++) {
				Interval overlap = sorted.get(i).certain().intersection(sorted.get(j).certain());
				if (!sorted.get(i).process().equals(sorted.get(j).process()) && overlap.length() > 0) {
					add(conflicts, sorted.get(i), sorted.get(j), overlap);
				}
			}
		}
		conflicts.forEach((older, conflict) -> judge(election.find(older.process(), older.token()), older, conflict));
	}

	private void add(Map<Work, Conflict> conflicts, Work one, Work other, Interval overlap) {
		if (this.run.isOutsideGuarantees(overlap)) {
			this.findings.apart(IN_DECLARED, overlap.length(), one + " and " + other);
			return;
		}
		Work older = (one.token() <= other.token()) ? one : other;
		Work newer = (one.token() <= other.token()) ? other : one;
		conflicts.merge(older, new Conflict(newer, overlap, 1), Conflict::and);
	}

	/** Judges all overlaps of one work together, because a stop excuses the work once. */
	private void judge(@Nullable Term term, Work older, Conflict conflict) {
		String what = older + " and " + conflict.newer + ((conflict.count > 1) ? " and others" : "");
		if (term != null && this.run.isExcused(term, conflict.window)) {
			this.findings.apart(AFTER_STOP, conflict.window.length(), what);
		}
		else if (term != null && this.run.isClockOfStoreStepped(term, conflict.window)) {
			this.findings.apart(CLOCK_OF_STORE, conflict.window.length(), what);
		}
		else {
			this.findings.violated(Invariant.I4_SINGLE_EXECUTION,
					what + " ran together for " + Findings.millis(conflict.window.length()));
		}
	}

	/**
	 * Work of other processes that overlapped with an older one.
	 *
	 * @param newer the first of them
	 * @param window from the first overlapping instant to the last
	 * @param count the number of overlaps
	 */
	private record Conflict(Work newer, Interval window, int count) {

		Conflict and(Conflict other) {
			return new Conflict((this.window.from() <= other.window.from()) ? this.newer : other.newer,
					new Interval(Math.min(this.window.from(), other.window.from()),
							Math.max(this.window.to(), other.window.to())),
					this.count + other.count);
		}

	}

}
