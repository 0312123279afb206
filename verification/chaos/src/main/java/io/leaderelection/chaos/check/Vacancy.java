/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.leaderelection.history.History.Entry;
import org.jspecify.annotations.Nullable;

/**
 * A time without a leader.
 *
 * @param window from the last question of the former leader to the first answer of the
 * next
 * @param former the last leader
 * @param next the next leader, or {@code null} if there was none
 * @param since the stamp from which its length counts: while the store is unreachable no
 * instance can lead, and each fault meanwhile may have hit an instance that had just
 * acquired the lease
 * @param bound the longest time allowed from there, in nanoseconds
 * @param reason the reason for the bound
 */
record Vacancy(Interval window, Term former, @Nullable Term next, long since, long bound, String reason) {

	/**
	 * As many instances are hit at a time; more such hits in a row explain nothing.
	 */
	private static final int MOST_HITS = 3;

	/** Returns the length that counts, in nanoseconds. */
	long counted() {
		return this.window.to() - this.since;
	}

	boolean isTooLong() {
		return counted() > this.bound;
	}

	static List<Vacancy> of(Run run, ElectionHistory election) {
		long end = run.end();
		List<Vacancy> vacancies = new ArrayList<>();
		Span last = null;
		for (Span span : Span.of(election)) {
			if (last != null && span.window().from() > last.window().to()) {
				vacancies.add(of(run, election, last, span.term(), span.window().from()));
			}
			last = (last == null || span.window().to() > last.window().to()) ? span : last;
		}
		if (last != null && end > last.window().to()) {
			vacancies.add(of(run, election, last, null, end));
		}
		return List.copyOf(vacancies);
	}

	private static Vacancy of(Run run, ElectionHistory election, Span former, @Nullable Term next, long to) {
		Interval window = new Interval(former.window().to(), to);
		Term term = former.term();
		Start start = new Start(window.from(), run.vacancyBound(), "the last renewal");
		if (term.endedByHandover()) {
			start = start.handover(run, term, window);
		}
		int hits = 0;
		for (FaultWindow fault : inOrder(run.faults)) {
			boolean lasts = fault.mayAcquireInVain() || keepsLock(run, election, fault, window);
			boolean matters = window.contains(fault.from()) || (lasts && fault.window().meets(window));
			if (fault.hitsInstance() && matters && ++hits > MOST_HITS) {
				continue;
			}
			long bound = (fault.hitsInstance()) ? run.vacancyBound() : run.healBound();
			start = start.later(window, fault.from(), bound, fault.kind() + " of " + fault.target());
			if (lasts) {
				start = start.later(window, (fault.window().meets(window)) ? Math.min(fault.to(), to) : window.from(),
						bound, "end of " + fault.kind() + " of " + fault.target());
			}
		}
		return new Vacancy(window, term, next, start.at, start.bound + run.hostStalled(window), start.reason);
	}

	/**
	 * Whether a process that a fault stops keeps others from the lease: by its lock in
	 * the local store, and in a database by a transaction that it has not committed. The
	 * database then reports to the others that the record is locked.
	 */
	static boolean keepsLock(Run run, ElectionHistory election, FaultWindow fault, Interval window) {
		return fault.isFreeze() && (run.properties().store().startsWith("local") || election.isLocked(window));
	}

	private static List<FaultWindow> inOrder(List<FaultWindow> faults) {
		return faults.stream().sorted(Comparator.comparingLong(FaultWindow::from)).toList();
	}

	private record Start(long at, long bound, String reason) {

		Start later(Interval window, long at, long bound, String reason) {
			return (at > this.at && window.contains(at)) ? new Start(at, bound, reason) : this;
		}

		/** The lease is kept for running work, and then released. */
		Start handover(Run run, Term term, Interval window) {
			Start start = this;
			for (Work work : term.works) {
				Entry end = work.end();
				if (end != null) {
					start = start.later(window, end.event().after(), run.vacancyBound(), "end of the work");
				}
			}
			Entry released = term.released;
			if (released == null) {
				return start;
			}
			long at = Math.max(window.from(), released.event().after());
			return (window.contains(at)) ? new Start(at, run.handoverBound(), "release") : start;
		}

	}

}
