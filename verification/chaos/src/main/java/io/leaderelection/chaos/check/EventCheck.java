/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;
import java.util.Map;

import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.History.Entry;
import org.jspecify.annotations.Nullable;

/**
 * Checks the order of events in a process, and the answers of {@code isLeader()} in view
 * of them (I5, I6).
 */
final class EventCheck {

	private final Findings findings;

	EventCheck(Findings findings) {
		this.findings = findings;
	}

	void check(ElectionHistory election) {
		for (Map.Entry<String, List<Entry>> process : election.processes.entrySet()) {
			order(election, process.getKey(), process.getValue());
		}
		election.believed.forEach(this::ownDeadline);
	}

	private void order(ElectionHistory election, String process, List<Entry> entries) {
		Entry open = null;
		Entry last = null;
		boolean closed = false;
		for (Entry entry : entries) {
			switch (entry.event().kind()) {
				case GRANTED -> {
					if (open != null) {
						violated(entry, "granted while " + open.place() + " is not yet revoked");
					}
					if (last != null && entry.event().requireToken() <= last.event().requireToken()) {
						violated(entry, "granted a token that is not higher than that of " + last.place());
					}
					open = entry;
					last = entry;
				}
				case REVOKED -> {
					if (open == null) {
						violated(entry, "revoked without being granted");
					}
					else if (open.event().requireToken() != entry.event().requireToken()) {
						violated(entry, "revoked a term other than that of " + open.place());
					}
					open = null;
				}
				case CLOSED -> closed = true;
				default -> {
				}
			}
		}
		if (closed) {
			closed(election, process, open);
		}
	}

	private void closed(ElectionHistory election, String process, @Nullable Entry open) {
		if (open != null) {
			violated(open, "granted but never revoked, although the process closed");
		}
		for (Term term : election.believed) {
			if (term.process.equals(process) && term.granted == null) {
				violated(term.first().entry(), "believed but never granted, although the process closed");
			}
		}
	}

	private void violated(Entry entry, String what) {
		this.findings.violated(Invariant.I5, entry.place() + ": " + what);
	}

	private void ownDeadline(Term term) {
		Belief last = term.last();
		for (Entry end : new Entry[] { term.revoked, term.released }) {
			if (end != null && last.lastBefore() > end.event().after()) {
				this.findings.violated(Invariant.I6, "%s: still leads %s after %s of %s".formatted(last.entry().place(),
						Findings.millis(last.lastBefore() - end.event().after()), end.event().kind(), end.place()));
			}
		}
		// A process that was killed may not have recorded its last deadline
		if (!term.deadlines.isEmpty() && term.revoked != null) {
			long deadline = term.deadline();
			if (last.lastBefore() > deadline) {
				this.findings.violated(Invariant.I6, "%s: still leads %s after its last %s".formatted(
						last.entry().place(), Findings.millis(last.lastBefore() - deadline), EventKind.DEADLINE));
			}
		}
	}

}
