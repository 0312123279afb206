/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.leaderelection.history.FencedResource;
import io.leaderelection.history.History.Entry;
import io.leaderelection.history.Invariant;
import io.leaderelection.history.LedgerEntry;
import io.leaderelection.history.RunFolder;

/**
 * Compares what the ledger accepted with what the writers recorded (I3, I4).
 * <p>
 * Accepted tokens never fall because the ledger itself compares them. Defects of an
 * election show elsewhere: a leader is refused, a write is refused without a successor,
 * or a writer never had the token.
 */
final class LedgerCheck {

	static final String IN_DECLARED = "leaders that were refused in windows outside the guarantees";

	private final Run run;

	private final Findings findings;

	private final Map<Long, LedgerEntry> bySequence = new HashMap<>();

	private final Map<String, LedgerEntry> byWrite = new HashMap<>();

	/**
	 * By token, the first sequence number at which this token or a higher one was
	 * accepted.
	 */
	private final TreeMap<Long, Long> firstByToken = new TreeMap<>();

	LedgerCheck(Run run, Findings findings) {
		this.run = run;
		this.findings = findings;
	}

	void check() {
		List<LedgerEntry> ledger = this.run.folder.ledger();
		entries(ledger);
		Map<Long, Entry> recorded = new HashMap<>();
		long accepted = 0;
		long refused = 0;
		for (ElectionHistory election : this.run.elections) {
			for (Entry write : election.writes) {
				if (write.event().flag("accepted")) {
					accepted++;
					accepted(write, recorded);
				}
			}
			for (Entry write : election.writes) {
				if (!write.event().flag("accepted")) {
					refused++;
					refused(election, write, recorded);
				}
			}
		}
		this.findings.figure("ledger", "%d entries; %d writes reported as accepted, %d as refused"
			.formatted(ledger.size(), accepted, refused));
	}

	private void entries(List<LedgerEntry> ledger) {
		LedgerEntry former = null;
		FencedResource order = new FencedResource(this.findings);
		for (int i = 0; i < ledger.size(); i++) {
			LedgerEntry entry = ledger.get(i);
			String place = RunFolder.LEDGER + ":" + (i + 1);
			if (!order.write(entry.process(), entry.token()) && former != null) {
				this.findings.violated(Invariant.I3_FENCED_WRITES,
						"%s: token %d of %s was accepted after token %d of %s".formatted(place, entry.token(),
								entry.process(), former.token(), former.process()));
			}
			if (entry.sequence() != ((former != null) ? former.sequence() + 1 : 1)) {
				this.findings.violated(Invariant.I3_FENCED_WRITES,
						"%s: its number %d does not follow the previous one".formatted(place, entry.sequence()));
			}
			if (this.byWrite.put(entry.process() + "/" + entry.n(), entry) != null) {
				this.findings.violated(Invariant.I4_SINGLE_EXECUTION,
						"%s: write %d of %s is entered twice".formatted(place, entry.n(), entry.process()));
			}
			if (this.run.elections.stream().noneMatch((election) -> election.leads(entry.process(), entry.token()))) {
				this.findings.violated(Invariant.I3_FENCED_WRITES,
						"%s: %s had no term with token %d".formatted(place, entry.process(), entry.token()));
			}
			this.bySequence.put(entry.sequence(), entry);
			this.firstByToken.merge(entry.token(), entry.sequence(), Math::min);
			former = entry;
		}
	}

	private void accepted(Entry write, Map<Long, Entry> recorded) {
		long sequence = write.event().number("sequence");
		recorded.put(sequence, write);
		LedgerEntry entry = this.bySequence.get(sequence);
		if (entry == null || entry.token() != write.event().requireToken() || !entry.process().equals(write.process())
				|| entry.n() != write.event().number("n")) {
			this.findings.violated(Invariant.I3_FENCED_WRITES, write.place()
					+ ": was reported accepted, but the ledger has " + ((entry != null) ? entry : "nothing"));
		}
	}

	private void refused(ElectionHistory election, Entry write, Map<Long, Entry> recorded) {
		LedgerEntry entry = this.byWrite.get(write.process() + "/" + write.event().number("n"));
		if (entry != null) {
			this.findings.violated(Invariant.I3_FENCED_WRITES,
					write.place() + ": was reported refused, but the ledger has " + entry);
		}
		if (!isSucceeded(write, recorded)) {
			this.findings.violated(Invariant.I3_FENCED_WRITES,
					write.place() + ": was refused although nothing newer had been written");
		}
		Term term = election.find(write.process(), write.event().requireToken());
		if (term != null && term.isBelieved() && term.lastBefore() > write.event().after()) {
			refusedLeader(write, term);
		}
	}

	private void refusedLeader(Entry write, Term term) {
		Interval still = new Interval(write.event().after(), term.lastBefore());
		if (this.run.isOutsideGuarantees(still)) {
			this.findings.apart(IN_DECLARED, still.length(), write.place());
		}
		else {
			this.findings.violated(Invariant.I3_FENCED_WRITES,
					"%s: was refused, but its process answers for %s more that it leads (%s)".formatted(write.place(),
							Findings.millis(still.length()), term.last().entry().place()));
		}
	}

	/**
	 * Whether an entry with a higher token exists that was not begun later than the
	 * write.
	 */
	private boolean isSucceeded(Entry write, Map<Long, Entry> recorded) {
		Collection<Long> newer = this.firstByToken.tailMap(write.event().requireToken(), false).values();
		if (newer.isEmpty()) {
			return false;
		}
		Entry successor = recorded.get(Collections.min(newer));
		// A writer that was killed may not have recorded its write
		return successor == null || successor.event().before() <= write.event().after();
	}

}
