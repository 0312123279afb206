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
 */
final class QuietCheck {

	private final Run run;

	private final Findings findings;

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
		if (this.run.hostStalls.stream().anyMatch(calm::meets)) {
			this.findings.unchecked.put(Invariant.I11, "the host stalled in the window without faults");
			return;
		}
		List<Span> spans = Span.of(election).stream().filter((span) -> span.window().meets(calm)).toList();
		for (int i = 1; i < spans.size(); i++) {
			this.findings.violated(Invariant.I11,
					"%s leads after %s although no fault was injected for long".formatted(
							spans.get(i).term() + " (" + spans.get(i).term().first().entry().place() + ")",
							spans.get(i - 1).term() + " (" + spans.get(i - 1).term().last().entry().place() + ")"));
		}
	}

	/** A fault of the holder or the store has effects for about a lease. */
	private void lossHasAReason(Term term) {
		Entry revoked = term.revoked;
		if (revoked == null || term.endedByWish()) {
			return;
		}
		Interval before = new Interval(revoked.event().before() - this.run.healBound(), revoked.event().after());
		boolean explained = this.run.disturbed(term.instance(), before) || this.run.breaksPromise(before)
				|| this.run.faults.stream()
					.anyMatch((fault) -> fault.hits(term.instance()) && fault.window().meets(before));
		if (!explained) {
			this.findings.violated(Invariant.I11, "%s ends as %s (%s) although nothing was done to it".formatted(term,
					revoked.event().find("cause"), revoked.place()));
		}
	}

}
