/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;

/**
 * Samples twice per millisecond whether this instance leads, on a thread of its own.
 */
final class LeadershipSampler {

	private static final long INTERVAL_NANOS = 500_000;

	/** Several times between two renewals. */
	private static final long DEADLINE_NANOS = 100_000_000;

	private final LeaderElections elections;

	private final HistoryWriter history;

	private final SampleRuns runs;

	private final ProbeLoop loop = new ProbeLoop("chaos-sampler", INTERVAL_NANOS, this::sample);

	private boolean led;

	private long lastDeadline = System.nanoTime();

	LeadershipSampler(LeaderElections elections, HistoryWriter history) {
		this.elections = elections;
		this.history = history;
		this.runs = new SampleRuns(ProbeWork.ELECTION, /* all= */true, history::write);
	}

	void start() {
		this.loop.start();
	}

	/** Records the last samples. */
	void end() throws InterruptedException {
		this.loop.end();
		this.runs.close();
	}

	private void sample() {
		LeaderElection election = this.elections.find(ProbeWork.ELECTION).orElse(null);
		if (this.led && election != null && System.nanoTime() - this.lastDeadline > DEADLINE_NANOS) {
			// Recorded before the next answer, which must not lie beyond the deadline
			election.leadership().ifPresent(this::recordDeadline);
			this.lastDeadline = System.nanoTime();
		}
		this.led = election != null && this.runs.ask(election);
	}

	private void recordDeadline(Leadership leadership) {
		long before = System.nanoTime();
		long remaining = leadership.remaining().toNanos();
		long after = System.nanoTime();
		if (remaining > 0) {
			this.history.write(HistoryEvent.of(EventKind.DEADLINE, before, after)
				.in(ProbeWork.ELECTION)
				.withToken(leadership.fencingToken())
				.with("deadline", after + remaining));
		}
	}

}
