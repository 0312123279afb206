/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts faults and leader changes, and checks whether a long run has enough of them.
 *
 * @param run the run
 * @param findings receives what it finds
 */
record FaultFigures(Run run, Findings findings) {

	/** A run at least this long counts as a proof, and must have enough of everything. */
	static final long PROOF_SECONDS = 600;

	private static final int FAULTS = 100;

	private static final int LEADER_CHANGES = 50;

	private static final int OF_EACH_KIND = 3;

	void check() {
		Map<String, int[]> kinds = new TreeMap<>();
		expected().forEach((kind) -> kinds.put(kind, new int[2]));
		int onLeader = 0;
		List<FaultWindow> injected = this.run.faults.stream().filter((fault) -> !fault.failed()).toList();
		for (FaultWindow fault : injected) {
			int[] counts = kinds.computeIfAbsent(fault.kind(), (kind) -> new int[2]);
			counts[0]++;
			if (fault.hitsLeader()) {
				counts[1]++;
				onLeader++;
			}
		}
		int total = injected.size();
		this.findings.faults = total;
		this.findings.onLeader = onLeader;
		this.findings.figure("faults", "%d, of them %d on the leader".formatted(total, onLeader));
		kinds.forEach((kind, counts) -> {
			if (counts[0] > 0) {
				this.findings.figure("", "%-28s %4d, of them %d on the leader".formatted(kind, counts[0], counts[1]));
			}
		});
		int changes = 0;
		int terms = 0;
		for (ElectionHistory election : this.run.elections) {
			terms += election.believed.size();
			changes += leaderChanges(election);
		}
		this.findings.changes = changes;
		this.findings.figure("leaders", "%d terms, %d changes of leader".formatted(terms, changes));
		if (this.run.properties().seconds() >= PROOF_SECONDS) {
			lacks(total >= FAULTS, "%d faults instead of %d".formatted(total, FAULTS));
			lacks(changes >= wantedChanges(), "%d changes of leader instead of %d".formatted(changes, wantedChanges()));
			lacks(2 * onLeader >= total, "%d of %d faults on the leader, less than half".formatted(onLeader, total));
			kinds.forEach((kind, counts) -> lacks(counts[0] >= OF_EACH_KIND,
					"%s injected %d times instead of %d".formatted(kind, counts[0], OF_EACH_KIND)));
		}
	}

	/** Returns the kinds that the run was to inject, as far as they are recorded. */
	private List<String> expected() {
		String kinds = (this.run.spread != null) ? this.run.spread.event().find("faults") : null;
		return (kinds != null) ? List.of(kinds.split(",")) : List.of();
	}

	/** Counts each invariant that a long run did not exercise as lacking. */
	void unseen() {
		if (this.run.properties().seconds() >= PROOF_SECONDS) {
			this.findings.unchecked.forEach((invariant, why) -> this.findings.lacks
				.add("%s (%s) was not seen: %s".formatted(invariant.code(), invariant.title(), why)));
		}
	}

	/**
	 * Allows fewer changes for a store with long leases: at least one in four leases is
	 * expected.
	 */
	private long wantedChanges() {
		return Math.min(LEADER_CHANGES,
				this.run.properties().seconds() * 1000 / (4 * this.run.properties().leaseMillis()));
	}

	private static int leaderChanges(ElectionHistory election) {
		int changes = 0;
		for (int i = 1; i < election.believed.size(); i++) {
			if (!election.believed.get(i).process.equals(election.believed.get(i - 1).process)) {
				changes++;
			}
		}
		return changes;
	}

	private void lacks(boolean met, String what) {
		if (!met) {
			this.findings.lacks.add(what);
		}
	}

}
