/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.History.Entry;
import io.leaderelection.history.Invariant;
import io.leaderelection.history.WorkKind;

/**
 * Checks the work that is done once for all instances (I16): once a call has returned,
 * somebody has done it, and nobody begins it again.
 */
final class OnceForAllCheck {

	static final String RECORD_LOST = "work begun again after its record was lost, outside the guarantees";

	/** How long an admitted thread may take to record its start. */
	private static final long SLOW_BEGIN = 50_000_000;

	private final Run run;

	private final Findings findings;

	private int done;

	private int repeated;

	OnceForAllCheck(Run run, Findings findings) {
		this.run = run;
		this.findings = findings;
	}

	void check(ElectionHistory election) {
		List<Work> works = election.works.stream().filter((work) -> work.kind() == WorkKind.ONCE).toList();
		this.repeated += Math.max(0, works.size() - 1);
		long known = election.processes.values()
			.stream()
			.flatMap(List::stream)
			.map(Entry::event)
			.filter((event) -> event.kind() == EventKind.DONE && event.election().equals(election.election))
			.mapToLong((event) -> event.after())
			.min()
			.orElse(Long.MAX_VALUE);
		if (known == Long.MAX_VALUE) {
			return;
		}
		this.done++;
		if (works.stream().noneMatch(Work::isFinished)) {
			this.findings.violated(Invariant.I16_DONE_ONCE,
					election.election + ": a call has returned, but nobody has done the work");
		}
		works.forEach((work) -> beginsAgain(work, known));
	}

	/** A process that is stopped between its check and its work is let through. */
	private void beginsAgain(Work work, long known) {
		long begin = work.begin().event().before();
		if (this.run.time.ran(work.instance(), known, begin) <= SLOW_BEGIN) {
			return;
		}
		if (this.run.isOutsideGuarantees(new Interval(known, begin))) {
			this.findings.apart(RECORD_LOST, begin - known, work.toString());
			return;
		}
		this.findings.violated(Invariant.I16_DONE_ONCE,
				work + " began " + Findings.millis(begin - known) + " after a call had returned");
	}

	void figures() {
		if (this.done == 0) {
			this.findings.unchecked.put(Invariant.I16_DONE_ONCE, "no work was done once for all");
			return;
		}
		this.findings.figure("once",
				"%d pieces of work done once for all, begun again %d times".formatted(this.done, this.repeated));
	}

}
