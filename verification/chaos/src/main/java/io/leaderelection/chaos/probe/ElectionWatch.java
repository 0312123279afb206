/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;
import org.jspecify.annotations.Nullable;

/**
 * Records for each election of this instance when the store answered last. The state
 * alone proves nothing: if the loop of an election has ended, its state no longer
 * changes.
 */
final class ElectionWatch {

	/** Elections in addition to that of the sample. */
	private static final int FURTHER_ELECTIONS = 3;

	private static final long INTERVAL_NANOS = 50_000_000;

	private static final String LOCKED = "is locked by another transaction";

	private final LeaderElections elections;

	private final HistoryWriter history;

	private final Map<String, Sign> lastSigns = new HashMap<>();

	private final Set<String> locked = new HashSet<>();

	private final ProbeLoop loop = new ProbeLoop("chaos-watch", INTERVAL_NANOS, this::look);

	ElectionWatch(LeaderElections elections, HistoryWriter history) {
		this.elections = elections;
		this.history = history;
	}

	void start() {
		for (int i = 1; i <= FURTHER_ELECTIONS; i++) {
			this.elections.join("further-" + i);
		}
		this.loop.start();
	}

	void end() throws InterruptedException {
		this.loop.end();
	}

	private void look() {
		this.elections.all().forEach(this::look);
	}

	private void look(LeaderElection election) {
		long before = System.nanoTime();
		ElectionStatus status = election.status();
		Sign sign = sign(status);
		if (sign != null && !sign.equals(this.lastSigns.get(status.election()))) {
			this.history.write(HistoryEvent.of(EventKind.ANSWERED, before, System.nanoTime())
				.in(status.election())
				.with("state", sign.state));
			this.lastSigns.put(status.election(), sign);
		}
		if (status.lastError() == null || !status.lastError().contains(LOCKED)) {
			this.locked.remove(status.election());
		}
		else if (this.locked.add(status.election())) {
			this.history.write(HistoryEvent.of(EventKind.LOCKED, before, System.nanoTime()).in(status.election()));
		}
	}

	private static @Nullable Sign sign(ElectionStatus status) {
		Instant contact = status.lastContact();
		if (contact == null || status.state() == ElectionState.STOPPED || status.state() == ElectionState.PAUSED) {
			return null;
		}
		if (status.leading()) {
			return new Sign(contact, "led");
		}
		boolean follows = status.state() == ElectionState.FOLLOWER && status.leader() != null;
		return new Sign(contact, (follows) ? "followed" : "undecided");
	}

	/**
	 * The last sign of activity of an election.
	 *
	 * @param contact time of the last answer of the store
	 * @param state state of the election
	 */
	private record Sign(Instant contact, String state) {
	}

}
