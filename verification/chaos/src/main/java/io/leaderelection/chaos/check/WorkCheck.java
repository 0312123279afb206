/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;

import io.leaderelection.history.History.Entry;
import io.leaderelection.history.Invariant;
import io.leaderelection.history.WorkKind;

/**
 * Checks that work ends with its term (I7), and before the lease is released (I8).
 *
 * @param run the run
 * @param findings receives what it finds
 */
record WorkCheck(Run run, Findings findings) {

	/** How long an admitted thread may take to record its start. */
	private static final long SLOW_BEGIN = 50_000_000;

	void check() {
		Longest afterLoss = new Longest();
		for (ElectionHistory election : this.run.elections) {
			for (Term term : election.terms) {
				for (Work work : term.works) {
					beginsAfterTheEnd(term, work);
					long ran = outlivesTheEnd(term, work);
					if (!term.endedByHandover() && ran > 0) {
						afterLoss.add(ran, work.toString());
					}
					outlivesTheRelease(term, work);
					besideSuccessor(term, work, election.believed);
				}
			}
		}
		this.findings.figure("work", "longest running time from a loss to its end %s, bound %s".formatted(afterLoss,
				Findings.millis(RunningTime.ALLOWANCE)));
	}

	private void beginsAfterTheEnd(Term term, Work work) {
		Entry revoked = term.revoked;
		if (revoked == null) {
			return;
		}
		// A handover also waits for a job that still records its start
		long end = (work.kind() == WorkKind.TICK && term.endedByHandover()) ? end(term, WorkKind.TICK)
				: revoked.event().after();
		long begin = work.begin().event().before();
		// No stamp exists for the question whether a task or a job may run
		boolean after = (work.kind() == WorkKind.CALL) ? begin > end
				: this.run.time.ran(term.instance(), end, begin) > SLOW_BEGIN;
		if (after) {
			this.findings.violated(Invariant.I7_NO_WORK_AFTER_THE_END, "%s began %s after its term had ended (%s)"
				.formatted(work, Findings.millis(begin - revoked.event().after()), revoked.place()));
		}
	}

	/**
	 * Returns for how long the process ran work after its end. Time in which it is
	 * stopped is not counted: it cannot end anything then.
	 */
	private long outlivesTheEnd(Term term, Work work) {
		long end = end(term, work.kind());
		long ran = this.run.time.ran(term.instance(), Math.max(end, work.certain().from()), work.lastSign());
		if (ran > RunningTime.ALLOWANCE) {
			this.findings.violated(Invariant.I7_NO_WORK_AFTER_THE_END,
					"%s went on for %s after it should have ended%s, its process running for %s of it".formatted(work,
							Findings.millis(work.lastSign() - end),
							(term.revoked != null) ? " (" + term.revoked.place() + ")" : "", Findings.millis(ran)));
		}
		return ran;
	}

	/** Returns when the work of a term should have ended at the latest. */
	private long end(Term term, WorkKind kind) {
		long revoked = (term.revoked != null) ? term.revoked.event().before() : Long.MAX_VALUE;
		if (term.endedByHandover()) {
			// The lease is renewed for calls, within the drain timeout
			return revoked + ((kind == WorkKind.TASK) ? 0 : this.run.drainTimeout());
		}
		// While a term is unconfirmed {@code isLeader()} returns false, and work may run
		// until the deadline
		if (term.isExpired()) {
			return Math.max(term.end(), Math.min(revoked, term.deadline()));
		}
		return (term.isUnconfirmed()) ? revoked : term.end();
	}

	private void outlivesTheRelease(Term term, Work work) {
		Entry released = term.released;
		if (released != null && work.lastSign() > released.event().after()) {
			this.findings.violated(Invariant.I8_RELEASE_AFTER_WORK, "%s ran for %s after the release (%s)"
				.formatted(work, Findings.millis(work.lastSign() - released.event().after()), released.place()));
		}
	}

	/** A handover keeps the lease until the work has ended. */
	private void besideSuccessor(Term term, Work work, List<Term> believed) {
		Entry revoked = term.revoked;
		if (revoked == null || !term.endedByHandover()) {
			return;
		}
		Interval draining = new Interval(Math.max(revoked.event().before(), work.certain().from()), work.lastSign());
		for (Term successor : believed) {
			if (successor.process.equals(term.process) || successor.token <= term.token
					|| !draining.contains(successor.firstAfter())) {
				continue;
			}
			if (!isExplained(term, new Interval(successor.firstAfter(), draining.to()))) {
				this.findings.violated(Invariant.I8_RELEASE_AFTER_WORK,
						"%s (%s) leads while %s still ran in a handover (%s)".formatted(successor,
								successor.first().entry().place(), work, revoked.place()));
			}
		}
	}

	private boolean isExplained(Term term, Interval both) {
		Interval window = new Interval(both.from() - this.run.lease(), both.from());
		return this.run.isExcused(term, both) || this.run.isOutsideGuarantees(window)
				|| (this.run.time.ran(term.instance(), both.from(), both.to()) <= RunningTime.ALLOWANCE
						&& this.run.faults.stream()
							.anyMatch((fault) -> fault.mayAcquireInVain() && fault.hits(term.instance())
									&& fault.window().meets(window)));
	}

}
