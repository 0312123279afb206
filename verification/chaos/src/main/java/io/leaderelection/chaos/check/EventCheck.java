/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;
import java.util.Map;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.EventOrder;
import io.leaderelection.history.History.Entry;
import io.leaderelection.history.Invariant;

/**
 * Checks the order of events in a process, and the answers of {@code isLeader()} in view
 * of them (I5, I6).
 *
 * @param findings receives what it finds
 */
record EventCheck(Findings findings) {

	void check(ElectionHistory election) {
		for (Map.Entry<String, List<Entry>> process : election.processes.entrySet()) {
			order(election, process.getKey(), process.getValue());
		}
		election.believed.forEach(this::ownDeadline);
	}

	private void order(ElectionHistory election, String process, List<Entry> entries) {
		EventOrder order = new EventOrder(this.findings);
		for (Entry entry : entries) {
			if (entry.event().kind() == EventKind.GRANTED) {
				order.granted(entry.event().requireToken(), entry.place());
			}
			else if (entry.event().kind() == EventKind.REVOKED) {
				order.revoked(entry.event().requireToken(), entry.place());
			}
		}
		if (election.isClosed(process)) {
			order.closed();
			neverGranted(election, process);
		}
	}

	private void neverGranted(ElectionHistory election, String process) {
		for (Term term : election.believed) {
			if (term.process.equals(process) && term.granted == null) {
				this.findings.violated(Invariant.I5_ORDERED_EVENTS,
						term.first().entry().place() + ": believed but never granted, although the process closed");
			}
		}
	}

	private void ownDeadline(Term term) {
		Belief last = term.last();
		for (Entry end : new Entry[] { term.revoked, term.released }) {
			if (end != null && last.lastBefore() > end.event().after()) {
				this.findings.violated(Invariant.I6_OWN_DEADLINE,
						"%s: still leads %s after %s of %s".formatted(last.entry().place(),
								Findings.millis(last.lastBefore() - end.event().after()), end.event().kind(),
								end.place()));
			}
		}
		// A process that was killed may not have recorded its last deadline
		if (!term.deadlines.isEmpty() && term.revoked != null) {
			long deadline = term.deadline();
			if (last.lastBefore() > deadline) {
				this.findings.violated(Invariant.I6_OWN_DEADLINE, "%s: still leads %s after its last %s".formatted(
						last.entry().place(), Findings.millis(last.lastBefore() - deadline), EventKind.DEADLINE));
			}
		}
	}

}
