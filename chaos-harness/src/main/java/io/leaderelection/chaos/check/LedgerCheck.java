/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.chaos.history.History.Entry;
import io.leaderelection.chaos.history.LedgerEntry;
import io.leaderelection.chaos.history.RunFolder;

/**
 * What the ledger accepted, by its own account and by that of the writers (I3, I4).
 */
final class LedgerCheck {

	private final Run run;

	private final Findings findings;

	LedgerCheck(Run run, Findings findings) {
		this.run = run;
		this.findings = findings;
	}

	void check() {
		List<LedgerEntry> ledger = this.run.folder.ledger();
		Map<Long, LedgerEntry> bySequence = new HashMap<>();
		Map<String, LedgerEntry> byWork = new HashMap<>();
		LedgerEntry former = null;
		for (int i = 0; i < ledger.size(); i++) {
			LedgerEntry entry = ledger.get(i);
			String place = RunFolder.LEDGER + ":" + (i + 1);
			if (former != null && entry.token() < former.token()) {
				this.findings.violated(Invariant.I3, "%s: token %d of %s was accepted after token %d of %s"
					.formatted(place, entry.token(), entry.process(), former.token(), former.process()));
			}
			if (former != null && entry.sequence() <= former.sequence()) {
				this.findings.violated(Invariant.I3, place + ": its number is not higher than that before");
			}
			if (byWork.put(entry.process() + "/" + entry.n(), entry) != null) {
				this.findings.violated(Invariant.I4,
						"%s: work %d of %s is entered twice".formatted(place, entry.n(), entry.process()));
			}
			bySequence.put(entry.sequence(), entry);
			former = entry;
		}
		long accepted = 0;
		long refused = 0;
		for (ElectionHistory election : this.run.elections) {
			for (Entry write : election.writes) {
				if (write.event().flag("accepted")) {
					accepted++;
					accepted(write, bySequence);
				}
				else {
					refused++;
					refused(write, byWork);
				}
			}
		}
		this.findings.figure("ledger",
				"%d entries; %d writes were told accepted, %d refused".formatted(ledger.size(), accepted, refused));
	}

	private void accepted(Entry write, Map<Long, LedgerEntry> ledger) {
		LedgerEntry entry = ledger.get(write.event().number("sequence"));
		if (entry == null || entry.token() != write.event().requireToken()
				|| !entry.process().equals(write.process())) {
			this.findings.violated(Invariant.I3,
					write.place() + ": was told accepted, but the ledger has " + ((entry != null) ? entry : "nothing"));
		}
	}

	private void refused(Entry write, Map<String, LedgerEntry> byWork) {
		String n = write.event().find("n");
		LedgerEntry entry = byWork.get(write.process() + "/" + n);
		if (n != null && entry != null) {
			this.findings.violated(Invariant.I3, write.place() + ": was told refused, but the ledger has " + entry);
		}
	}

}
