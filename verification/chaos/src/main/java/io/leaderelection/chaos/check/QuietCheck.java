/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;

import io.leaderelection.chaos.history.History.Entry;

/**
 * Whether leadership stays where it is while nothing is wrong (I11): in the window
 * without faults it does not change, and at no time is a term lost to which nothing was
 * done.
 * <p>
 * A machine that is too busy takes leases from their holders too. That is no fault of the
 * elections if it shows: in gaps between the samples of the holder, or in those of the
 * harness. Such losses are counted, and a run in which they are many proves nothing.
 */
final class QuietCheck {

	static final String STALLED = "losses that only stalls of the machine explain";

	/** Fewer say nothing of the machine. */
	private static final long FEW = 2;

	/** Of the losses, one in so many may be excused by stalls alone. */
	private static final long ONE_IN = 10;

	private final Run run;

	private final Findings findings;

	private long losses;

	private long stalled;

	QuietCheck(Run run, Findings findings) {
		this.run = run;
		this.findings = findings;
	}

	void check(ElectionHistory election) {
		election.terms.forEach(this::lossHasAReason);
		Interval quiet = this.run.quiet;
		if (quiet == null) {
			this.findings.unchecked.put(Invariant.I11, "the run has no window without faults");
			return;
		}
		Interval calm = new Interval(quiet.from() + this.run.healBound(), quiet.to());
		if (calm.length() < 2 * this.run.lease()) {
			this.findings.unchecked.put(Invariant.I11, "the window without faults is too short");
			return;
		}
		List<Span> spans = Span.of(election).stream().filter((span) -> span.window().meets(calm)).toList();
		for (int i = 1; i < spans.size(); i++) {
			changeInCalm(spans.get(i - 1), spans.get(i));
		}
	}

	void figures() {
		this.findings.figure("stability", "%d terms were lost or interrupted, %d of them by stalls of the machine alone"
			.formatted(this.losses, this.stalled));
		if (this.stalled > FEW && this.stalled * ONE_IN > this.losses) {
			this.findings.lacks.add("%d of %d losses are explained by stalls of the machine alone, more than one in %d"
				.formatted(this.stalled, this.losses, ONE_IN));
		}
	}

	private void changeInCalm(Span former, Span next) {
		// A loss counts once, also if it has an event
		boolean told = former.term().revoked != null && !former.term().endedByWish();
		excuseOrAccuse(former.term(), new Interval(former.window().to(), next.window().from()), !told,
				"%s (%s) leads after %s (%s) although no fault was injected for long".formatted(next.term(),
						next.term().first().entry().place(), former.term(), former.term().last().entry().place()));
	}

	/**
	 * A fault of the holder or the store has effects until both talk, and for a lease.
	 */
	private void lossHasAReason(Term term) {
		Entry revoked = term.revoked;
		if (revoked == null || term.endedByWish()) {
			return;
		}
		Interval before = new Interval(revoked.event().before() - this.run.effectBound(), revoked.event().after());
		boolean injected = this.run.breaksPromise(before) || this.run.faults.stream()
			.anyMatch(
					(fault) -> !fault.asksForHandover() && fault.hits(term.instance()) && fault.window().meets(before));
		if (injected) {
			this.losses++;
			return;
		}
		excuseOrAccuse(term, new Interval(term.end(), revoked.event().after()), true,
				"%s ends as %s (%s) although nothing was done to it".formatted(term, revoked.event().find("cause"),
						revoked.place()));
	}

	/** No renewal got through in the lease before: that takes stalls of some length. */
	private void excuseOrAccuse(Term term, Interval loss, boolean counts, String accusation) {
		long stall = this.run.stalled(term.instance(), new Interval(loss.from() - this.run.lease(), loss.to()));
		if (counts) {
			this.losses++;
		}
		if (stall < this.run.margin()) {
			this.findings.violated(Invariant.I11, accusation);
		}
		else if (counts) {
			this.stalled++;
			this.findings.apart(STALLED, stall, accusation);
		}
	}

}
