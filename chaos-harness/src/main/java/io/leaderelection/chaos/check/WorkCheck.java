/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.chaos.history.History;
import io.leaderelection.chaos.history.History.Entry;

/**
 * When work ran (I4, I7, I8), and how long it outlived its term.
 */
final class WorkCheck {

	static final String AFTER_STOP = "work of two processes at one time, one of which had been stopped";

	static final String IN_DECLARED = "work of two processes in windows that leave what is promised";

	private static final long SLOW_BEGIN = 50_000_000;

	private final Run run;

	private final Findings findings;

	private long longestAfterLoss;

	private String longestAfterLossWhere = "";

	WorkCheck(Run run, Findings findings) {
		this.run = run;
		this.findings = findings;
	}

	void check(ElectionHistory election) {
		once(election.works);
		overlaps(election.works);
		for (Term term : election.terms) {
			for (Work work : term.works) {
				afterTheEnd(term, work);
				afterLoss(term, work);
				besideSuccessor(term, work, election.believed);
			}
		}
	}

	void figures() {
		this.findings.figure("work", "longest time from loss to its end %s%s"
			.formatted(Findings.millis(this.longestAfterLoss), this.longestAfterLossWhere));
	}

	private void once(List<Work> works) {
		Map<String, Work> seen = new HashMap<>();
		for (Work work : works) {
			Work former = seen.put(work.token() + "/" + work.number(), work);
			if (former != null) {
				this.findings.violated(Invariant.I4, former + " and " + work + ": done twice");
			}
		}
	}

	private void overlaps(List<Work> works) {
		List<Work> sorted = works.stream()
			.filter((work) -> !work.certain().isEmpty())
			.sorted(Comparator.comparingLong((work) -> work.certain().from()))
			.toList();
		for (int i = 0; i < sorted.size(); i++) {
			for (int j = i + 1; j < sorted.size() && sorted.get(j).certain().from() < longestEnd(sorted, i); j++) {
				Interval overlap = sorted.get(i).certain().intersection(sorted.get(j).certain());
				if (!sorted.get(i).process().equals(sorted.get(j).process()) && overlap.length() > 0) {
					overlap(sorted.get(i), sorted.get(j), overlap);
				}
			}
		}
	}

	private static long longestEnd(List<Work> sorted, int i) {
		return sorted.get(i).certain().to();
	}

	private void overlap(Work one, Work other, Interval overlap) {
		Work older = (one.token() <= other.token()) ? one : other;
		String both = one + " and " + other;
		if (this.run.breaksPromise(overlap)) {
			this.findings.apart(IN_DECLARED, overlap.length(), both);
		}
		else if (this.run.disturbed(History.instance(older.process()), overlap)) {
			this.findings.apart(AFTER_STOP, overlap.length(), both);
		}
		else {
			this.findings.violated(Invariant.I4, both + " ran together for " + Findings.millis(overlap.length()));
		}
	}

	private void afterTheEnd(Term term, Work work) {
		Entry revoked = term.revoked;
		if (revoked != null && beganAfter(term, work, revoked)) {
			this.findings.violated(Invariant.I7, "%s began %s after its term had ended (%s)".formatted(work,
					Findings.millis(work.begin().event().before() - revoked.event().after()), revoked.place()));
		}
		Entry released = term.released;
		Entry end = work.end();
		if (released != null && end != null && end.event().before() > released.event().after()) {
			this.findings.violated(Invariant.I8, "%s ran for %s after the release (%s)".formatted(work,
					Findings.millis(end.event().before() - released.event().after()), released.place()));
		}
	}

	/** Where nobody stamped the question a thread may have been slow to begin. */
	private boolean beganAfter(Term term, Work work, Entry revoked) {
		long gap = work.begin().event().before() - revoked.event().after();
		if (gap <= 0 || "call".equals(work.begin().event().find("work"))) {
			return gap > 0;
		}
		return gap > SLOW_BEGIN && !this.run.disturbed(term.instance(),
				new Interval(revoked.event().before(), work.begin().event().before()));
	}

	/**
	 * The time that a process stands still is not counted: nothing of it can end then.
	 * Neither is that of a hand-over by wish, in which the lease is kept for the work.
	 */
	private void afterLoss(Term term, Work work) {
		Entry end = work.end();
		if (end == null || !term.isBelieved() || term.endedByWish()) {
			return;
		}
		long loss = term.after();
		if (term.revoked != null) {
			loss = Math.min(loss, term.revoked.event().before());
		}
		for (FaultWindow fault : this.run.faults) {
			if (fault.isFreeze() && fault.hits(term.instance()) && fault.from() < end.event().after()
					&& fault.to() > loss) {
				loss = Math.max(loss, fault.to());
			}
		}
		long outlived = end.event().before() - Math.max(loss, work.begin().event().after());
		if (outlived > this.longestAfterLoss) {
			this.longestAfterLoss = outlived;
			this.longestAfterLossWhere = ", " + work;
		}
	}

	/** Who hands over by wish keeps the lease until the work has ended. */
	private void besideSuccessor(Term term, Work work, List<Term> believed) {
		Entry revoked = term.revoked;
		if (revoked == null || !term.endedByWish() || work.certain().isEmpty()) {
			return;
		}
		Interval draining = new Interval(Math.max(revoked.event().before(), work.certain().from()),
				work.certain().to());
		for (Term successor : believed) {
			if (successor.process.equals(term.process) || successor.token <= term.token
					|| !draining.contains(successor.firstAfter())) {
				continue;
			}
			Interval window = new Interval(draining.from() - this.run.lease(), successor.firstAfter());
			boolean explained = this.run.disturbed(term.instance(), window) || this.run.breaksPromise(window)
					|| this.run.faults.stream()
						.anyMatch((fault) -> fault.mayTakeInVain() && fault.hits(term.instance())
								&& fault.window().meets(window));
			if (!explained) {
				this.findings.violated(Invariant.I8, "%s (%s) leads while %s still ran in a hand-over by wish (%s)"
					.formatted(successor, successor.first().entry().place(), work, revoked.place()));
			}
		}
	}

}
