/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.chaos.history.History.Entry;

/**
 * Checks spread elections, and the one for which instances have priorities: each has one
 * leader (D1), and they become balanced again some time after the last fault and stay so
 * until the next (D2).
 */
final class SpreadCheck {

	static final String IN_DECLARED = "overlaps of spread elections in windows outside the guarantees";

	/** How much earlier a term may seem to end because a kill lost its last answers. */
	private static final long SWALLOWED = 1_000_000_000L;

	private final Run run;

	private final Findings findings;

	SpreadCheck(Run run, Findings findings) {
		this.run = run;
		this.findings = findings;
	}

	void check() {
		Entry spread = this.run.spread;
		if (spread == null) {
			return;
		}
		List<SpreadTerm> terms = SpreadTerm.of(this.run.folder.processes());
		exclusive(terms);
		balanced(new Balance(spread, terms));
	}

	// D1

	private void exclusive(List<SpreadTerm> terms) {
		Map<String, List<SpreadTerm>> elections = new LinkedHashMap<>();
		terms.forEach((term) -> elections.computeIfAbsent(term.election(), (name) -> new ArrayList<>()).add(term));
		for (List<SpreadTerm> of : elections.values()) {
			for (int i = 0; i < of.size(); i++) {
				for (int j = i + 1; j < of.size(); j++) {
					compare(of.get(i), of.get(j));
				}
			}
		}
		this.findings.figure("spread", "%d terms of %d elections".formatted(terms.size(), elections.size()));
	}

	/** Once a newer term was certainly believed, no process may lead in an older one. */
	private void compare(SpreadTerm first, SpreadTerm second) {
		if (first.process().equals(second.process())) {
			return;
		}
		SpreadTerm older = (first.token() <= second.token()) ? first : second;
		SpreadTerm newer = (first.token() <= second.token()) ? second : first;
		boolean same = first.token() == second.token();
		Interval both = new Interval(newer.firstAfter(), older.lastBefore());
		if (!same && both.length() == 0) {
			return;
		}
		if (this.run.isOutsideGuarantees(both)) {
			this.findings.apart(IN_DECLARED, both.length(), older + " and " + newer);
		}
		else {
			this.findings.violated(Invariant.D1, older + " and " + newer + (same ? ": one token, two owners"
					: ": the older still leads " + Findings.millis(both.length()) + " later"));
		}
	}

	// D2

	private void balanced(Balance balance) {
		long judged = 0;
		long inTime = 0;
		long tooShort = 0;
		long longest = 0;
		String longestWhere = "";
		for (Interval calm : calms(balance.from())) {
			long bound = bound()
					+ this.run.hostStalls.stream().mapToLong((stall) -> stall.intersection(calm).length()).sum();
			if (calm.length() < bound) {
				tooShort++;
				continue;
			}
			judged++;
			long took = balance.regainedAt(calm) - calm.from();
			String where = balance.describe(Math.min(calm.to(), calm.from() + bound)) + ", " + after(calm);
			if (took > bound) {
				this.findings.violated(Invariant.D2,
						"not balanced, or not lastingly, %s after the last fault: ".formatted(Findings.millis(bound))
								+ where);
				continue;
			}
			inTime++;
			if (took >= longest) {
				longest = took;
				longestWhere = after(calm);
			}
		}
		if (judged == 0) {
			this.findings.unchecked.put(Invariant.D2,
					"no time without faults was as long as the bound, " + Findings.millis(bound()));
		}
		this.findings.figure("balance",
				"regained in %d of %d times without faults, after %s at most (%s), bound %s; %d times were shorter than it"
					.formatted(inTime, judged, Findings.millis(longest), longestWhere, Findings.millis(bound()),
							tooShort));
	}

	/** {@code preempt-after}, which is a lease, eight renew intervals, and two leases. */
	private long bound() {
		return this.run.lease() + 8 * this.run.lease() / 3 + 2 * this.run.lease();
	}

	/** Returns the times without faults. */
	private List<Interval> calms(long from) {
		long end = (this.run.quiet != null) ? this.run.quiet.to() : this.run.properties().end();
		return new Interval(from, end)
			.without(Interval.union(this.run.faults.stream().map(FaultWindow::window).toList()))
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
