/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.history.History.Entry;
import io.leaderelection.history.Invariant;

/**
 * Checks that what follows the start and the end of a term does so soon: its events (I5),
 * and the release of a lease that was handed over (I8).
 *
 * @param run the run
 * @param findings receives what it finds
 */
record PromptnessCheck(Run run, Findings findings) {

	/** For an event, which may pass through more threads than an interrupt. */
	private static final long ALLOWANCE = 2 * RunningTime.ALLOWANCE;

	/** From the end of work to a release. */
	private static final long SLOW_DRAIN = 100_000_000;

	void check() {
		Longest latest = new Longest();
		for (ElectionHistory election : this.run.elections) {
			for (Term term : election.terms) {
				check(election, term, latest);
			}
		}
		this.findings.figure("events", "longest running time from start or end of a term to the event " + latest);
	}

	private void check(ElectionHistory election, Term term, Longest latest) {
		Entry granted = term.granted;
		Entry revoked = term.revoked;
		if (granted != null && term.isBelieved()) {
			late(term, granted, term.firstAfter(), ALLOWANCE, latest);
		}
		if (revoked != null && term.isBelieved()) {
			// The term may have been unconfirmed for this long before
			late(term, revoked, term.lastBefore(), ALLOWANCE + this.run.operationTimeout(), latest);
		}
		if (revoked != null && term.endedByHandover() && term.released == null) {
			unreleased(election, term, revoked);
		}
	}

	private void late(Term term, Entry event, long since, long bound, Longest latest) {
		long ran = this.run.ranWithThreads(term, since, event.event().before());
		latest.add(ran, event.place());
		if (ran > bound) {
			this.findings.violated(Invariant.I5_ORDERED_EVENTS,
					"%s: %s was published %s late, its process running for %s of it".formatted(event.place(),
							event.event().kind(), Findings.millis(event.event().before() - since),
							Findings.millis(ran)));
		}
	}

	/**
	 * The drain timeout limits the work, and the lease expires if the store cannot be
	 * reached.
	 */
	private void unreleased(ElectionHistory election, Term term, Entry revoked) {
		long from = revoked.event().before();
		Interval handover = new Interval(from - this.run.lease(), from + this.run.drainTimeout() + this.run.lease());
		boolean cutShort = election.lastStamp(term.process) < handover.to() && !election.isClosed(term.process);
		// After the drain timeout, which begins before the event is published, the lease
		// expires
		boolean tooLong = term.works.stream()
			.anyMatch((work) -> work.lastSign() > term.end() + this.run.drainTimeout() - SLOW_DRAIN);
		boolean explained = cutShort || tooLong || this.run.isOutsideGuarantees(handover)
				|| this.run.stalled(term.instance(), handover) >= this.run.margin() || this.run.isHit(term, handover);
		if (!explained) {
			this.findings.violated(Invariant.I8_RELEASE_AFTER_WORK,
					"%s was handed over (%s) but never released".formatted(term, revoked.place()));
		}
	}

}
