/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.leaderelection.LeaderElections;
import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;

/**
 * Requests every few seconds that other work is done once for all instances. Its name is
 * drawn from the monotonic clock, which all processes of a machine share, so that all
 * request the same work at the same time.
 */
final class OnceForAll {

	private static final String WORK = "once-";

	private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(5);

	private static final long POLL_NANOS = 50_000_000;

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private final LeaderElections elections;

	private final HistoryWriter history;

	private final ProbeWork work;

	private final ProbeLoop loop = new ProbeLoop("chaos-once", POLL_NANOS, this::look);

	private long last;

	OnceForAll(LeaderElections elections, HistoryWriter history, ProbeWork work) {
		this.elections = elections;
		this.history = history;
		this.work = work;
	}

	void start() {
		this.loop.start();
	}

	/** Ends after a request that waits for other instances. */
	void end() {
		this.loop.interrupt();
	}

	private void look() {
		long number = System.nanoTime() / PERIOD_NANOS;
		if (number != this.last) {
			this.last = number;
			request(WORK + number);
		}
	}

	private void request(String name) {
		long before = System.nanoTime();
		try {
			this.elections.runOnce(name, (leadership) -> this.work.onceForAll(name, leadership), TIMEOUT);
			this.history.write(HistoryEvent.of(EventKind.DONE, before, System.nanoTime()).in(name));
		}
		catch (Exception | OutOfMemoryError ex) {
			// Another instance does it, or nobody: the checker sees what became of it
			System.out.printf("Work %s: %s%n", name, ex);
		}
	}

}
