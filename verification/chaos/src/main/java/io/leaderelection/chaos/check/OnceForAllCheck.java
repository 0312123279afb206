/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;
import java.util.OptionalLong;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.History.Entry;
import io.leaderelection.history.Invariant;
import io.leaderelection.history.WorkKind;

/**
 * Checks the work that is done once for all instances (I16): once a call has returned,
 * somebody has done it, and nobody begins it again.
 *
 * @param run the run
 * @param findings receives what it finds
 */
record OnceForAllCheck(Run run, Findings findings) {

	static final String RECORD_LOST = "work begun again after its record was lost, outside the guarantees";

	/** How long an admitted thread may take to record its start. */
	private static final long SLOW_BEGIN = 50_000_000;

	void check() {
		int done = 0;
		int repeated = 0;
		for (ElectionHistory election : this.run.unsampled) {
			List<Work> works = election.works.stream().filter((work) -> work.kind() == WorkKind.ONCE).toList();
			repeated += Math.max(0, works.size() - 1);
			done += isDone(election, works) ? 1 : 0;
		}
		if (done == 0) {
			this.findings.unchecked.put(Invariant.I16_DONE_ONCE, "no work was done once for all");
			return;
		}
		this.findings.figure("once",
				"%d pieces of work done once for all, begun again %d times".formatted(done, repeated));
	}

	/** Checks work that a call has learned to be done, if there was such a call. */
	private boolean isDone(ElectionHistory election, List<Work> works) {
		OptionalLong known = election.processes.values()
			.stream()
			.flatMap(List::stream)
			.map(Entry::event)
			.filter((event) -> event.kind() == EventKind.DONE && event.election().equals(election.election))
			.mapToLong((event) -> event.after())
			.min();
		if (known.isPresent()) {
			if (works.stream().noneMatch(Work::isFinished)) {
				this.findings.violated(Invariant.I16_DONE_ONCE,
						election.election + ": a call has returned, but nobody has done the work");
			}
			works.forEach((work) -> beginsAgain(work, known.getAsLong()));
		}
		return known.isPresent();
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

}
