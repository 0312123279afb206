/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.history.History.Entry;
import io.leaderelection.history.Invariant;

/**
 * Checks that spread elections, partitions, and the election for which instances have
 * priorities are led as preferred some time after the last fault, and stay so until the
 * next (D1).
 *
 * @param run the run
 * @param findings receives what it finds
 */
record BalanceCheck(Run run, Findings findings) {

	/** How much earlier a term may seem to end because a kill lost its last answers. */
	private static final long SWALLOWED = 1_000_000_000L;

	void check() {
		Entry spread = this.run.spread;
		if (spread == null) {
			this.findings.unchecked.put(Invariant.D1_LED_AS_PREFERRED, "no election was spread");
			return;
		}
		balanced(new Balance(spread, this.run.unsampled));
	}

	private void balanced(Balance balance) {
		long judged = 0;
		long tooShort = 0;
		Longest inTime = new Longest();
		for (Interval calm : calms(balance)) {
			long bound = bound() + this.run.hostStalled(calm);
			if (calm.length() < bound) {
				tooShort++;
				continue;
			}
			judged++;
			long took = balance.regainedAt(calm) - calm.from();
			String where = balance.describe(Math.min(calm.to(), calm.from() + bound)) + ", " + after(calm);
			if (took > bound) {
				this.findings.violated(Invariant.D1_LED_AS_PREFERRED,
						"not balanced, or not lastingly, %s after the last fault: ".formatted(Findings.millis(bound))
								+ where);
				continue;
			}
			inTime.add(took, after(calm));
		}
		if (judged == 0) {
			this.findings.unchecked.put(Invariant.D1_LED_AS_PREFERRED,
					"no time without faults was as long as the bound, " + Findings.millis(bound()));
		}
		this.findings.figure("spread",
				"%d terms of %d elections".formatted(balance.terms().size(), balance.elections()));
		this.findings.figure("balance",
				"regained in %d of %d times without faults, after at most %s, bound %s; %d times were shorter than it"
					.formatted(inTime.number(), judged, inTime, Findings.millis(bound()), tooShort));
	}

	/** {@code preempt-after}, which is a lease, eight renew intervals, and two leases. */
	private long bound() {
		return this.run.lease() + 8 * this.run.lease() / 3 + 2 * this.run.lease();
	}

	/**
	 * Returns the times without faults, and without terms that were lost to a machine
	 * that was too busy to renew them.
	 */
	private List<Interval> calms(Balance balance) {
		long end = this.run.end();
		List<Interval> disturbed = new ArrayList<>(this.run.faults.stream().map(FaultWindow::window).toList());
		for (Term term : balance.terms()) {
			Entry revoked = term.revoked;
			if (revoked != null && !term.endedByHandover()) {
				Interval loss = new Interval(term.end(), revoked.event().after());
				if (this.run.stalledBefore(term, loss) >= this.run.margin()) {
					disturbed.add(new Interval(loss.from() - this.run.lease(), loss.to()));
				}
			}
		}
		return new Interval(balance.from(), end).without(Interval.union(disturbed))
			.stream()
			.map((calm) -> new Interval(calm.from(), calm.to() - ((calm.to() < end) ? SWALLOWED : 0)))
			.filter((calm) -> !calm.isEmpty())
			.toList();
	}

	private String after(Interval calm) {
		return this.run.faults.stream()
			.filter((fault) -> fault.to() <= calm.from())
			.reduce((one, other) -> (one.to() > other.to()) ? one : other)
			.map((fault) -> "after " + fault.kind() + " of " + fault.target() + " (" + fault.begin().place() + ")")
			.orElse("at the start");
	}

}
