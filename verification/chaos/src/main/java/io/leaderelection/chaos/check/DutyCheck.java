/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.Comparator;
import java.util.List;

import io.leaderelection.history.Invariant;
import io.leaderelection.history.WorkKind;

/**
 * Checks that a leader does the leader's work (I13): the task of the term starts, and the
 * frequent calls are let through.
 *
 * @param run the run
 * @param findings receives what it finds
 */
record DutyCheck(Run run, Findings findings) {

	private static final long ALLOWANCE = 2 * RunningTime.ALLOWANCE;

	void check() {
		boolean seen = false;
		for (ElectionHistory election : this.run.elections) {
			for (Span span : Span.of(election)) {
				if (election.hasWork(span.term().process)) {
					seen = true;
					task(span);
					calls(span);
				}
			}
		}
		if (!seen) {
			this.findings.unchecked.put(Invariant.I13_LEADER_AT_WORK, "no leader reported work");
		}
	}

	private void task(Span span) {
		Term term = span.term();
		long begin = term.works.stream()
			.filter((work) -> work.kind() == WorkKind.TASK)
			.mapToLong((work) -> work.certain().from())
			.min()
			.orElse(Long.MAX_VALUE);
		if (begin > span.window().to()) {
			idle(span, WorkKind.TASK, span.window().from(), span.window().to());
		}
		else {
			idle(span, WorkKind.TASK, span.window().from(), begin);
		}
	}

	private void calls(Span span) {
		List<Work> calls = span.term().works.stream()
			.filter((work) -> work.kind() == WorkKind.CALL)
			.sorted(Comparator.comparingLong((work) -> work.certain().from()))
			.toList();
		long since = span.window().from();
		for (Work call : calls) {
			idle(span, WorkKind.CALL, since, Math.min(call.certain().from(), span.window().to()));
			// A process killed during the call, or stuck in it, let the call through
			since = Math.max(since, (call.end() != null) ? call.lastSign() : span.window().to());
		}
		idle(span, WorkKind.CALL, since, span.window().to());
	}

	private void idle(Span span, WorkKind kind, long from, long to) {
		long ran = this.run.ranWithThreads(span.term(), from, to);
		if (ran > ALLOWANCE) {
			this.findings.violated(Invariant.I13_LEADER_AT_WORK,
					"%s (%s) leads for %s without a %s, its process running for %s of it".formatted(span.term(),
							span.term().first().entry().place(), Findings.millis(to - from), kind.text(),
							Findings.millis(ran)));
		}
	}

}
