/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;

import io.leaderelection.history.History.Entry;
import io.leaderelection.history.Invariant;

/**
 * Checks that leadership does not move without a reason (I11): it does not change in the
 * window without faults, and no term is ever lost without a fault.
 * <p>
 * A machine that is too busy also takes leases from leaders. This is not a defect of the
 * elections if it is visible: in gaps between the samples of the leader, or in those of
 * the harness. Such losses are counted, and a run with many of them proves nothing.
 *
 * @param run the run
 * @param findings receives what it finds
 */
record QuietCheck(Run run, Findings findings) {

	static final String STALLED = "losses that only stalls of the machine explain";

	/** So few stalled losses say nothing about the machine. */
	private static final long FEW = 2;

	/** One in so many losses may be excused by stalls alone. */
	private static final long ONE_IN = 10;

	void check() {
		this.run.elections.forEach(this::check);
		this.findings.figure("stability", "%d terms were lost or interrupted, %d of them by stalls of the machine alone"
			.formatted(this.findings.losses, this.findings.stalled));
		if (this.findings.stalled > FEW && this.findings.stalled * ONE_IN > this.findings.losses) {
			this.findings.lacks.add("%d of %d losses are explained by stalls of the machine alone, more than one in %d"
				.formatted(this.findings.stalled, this.findings.losses, ONE_IN));
		}
	}

	private void check(ElectionHistory election) {
		election.terms.forEach(this::lossHasAReason);
		Interval quiet = this.run.quiet;
		if (quiet == null) {
			this.findings.unchecked.put(Invariant.I11_STABLE_LEADERSHIP, "the run has no window without faults");
			return;
		}
		Interval calm = new Interval(quiet.from() + this.run.healBound(), quiet.to());
		if (calm.length() < 2 * this.run.lease()) {
			this.findings.unchecked.put(Invariant.I11_STABLE_LEADERSHIP, "the window without faults is too short");
			return;
		}
		List<Span> spans = Span.of(election).stream().filter((span) -> span.window().meets(calm)).toList();
		for (int i = 1; i < spans.size(); i++) {
			changeInCalm(spans.get(i - 1), spans.get(i));
		}
	}

	private void changeInCalm(Span former, Span next) {
		// A loss counts once, also if it has an event
		boolean counted = former.term().revoked != null && !former.term().endedByHandover();
		excuseOrAccuse(former.term(), new Interval(former.window().to(), next.window().from()), !counted,
				"%s (%s) leads after %s (%s) although no recent fault was injected".formatted(next.term(),
						next.term().first().entry().place(), former.term(), former.term().last().entry().place()));
	}

	/**
	 * A fault of the leader or the store has effects until they are connected again, and
	 * for one lease more.
	 */
	private void lossHasAReason(Term term) {
		Entry revoked = term.revoked;
		if (revoked == null || term.endedByHandover()) {
			return;
		}
		Interval before = new Interval(revoked.event().before() - this.run.effectBound(), revoked.event().after());
		boolean injected = this.run.isOutsideGuarantees(before) || this.run.isHit(term, before);
		if (injected) {
			this.findings.losses++;
			return;
		}
		excuseOrAccuse(term, new Interval(term.end(), revoked.event().after()), true,
				"%s ends as %s (%s) although no fault hit it".formatted(term, revoked.event().find("cause"),
						revoked.place()));
	}

	/**
	 * Excuses a loss if stalls explain that no renewal succeeded in the lease before;
	 * reports it otherwise.
	 */
	private void excuseOrAccuse(Term term, Interval loss, boolean counts, String accusation) {
		long stall = this.run.stalledBefore(term, loss);
		if (counts) {
			this.findings.losses++;
		}
		if (stall < this.run.margin()) {
			this.findings.violated(Invariant.I11_STABLE_LEADERSHIP, accusation);
		}
		else if (counts) {
			this.findings.stalled++;
			this.findings.apart(STALLED, stall, accusation);
		}
	}

}
