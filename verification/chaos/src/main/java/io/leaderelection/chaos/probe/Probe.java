/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import io.leaderelection.LeaderElections;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;
import org.springframework.context.SmartLifecycle;

/**
 * Starts before this instance contends, and ends after it has left.
 */
final class Probe implements SmartLifecycle {

	private static final long WORK_NANOS = 50_000_000;

	private final HistoryWriter history;

	private final LeadershipSampler sampler;

	private final ElectionWatch watch;

	private final SpreadElections spread;

	private final ProbeWork work;

	private final ProbeLoop loop = new ProbeLoop("chaos-work", WORK_NANOS, this::call);

	private final OnceForAll onceForAll;

	private final ErrorCount errors;

	private volatile boolean running;

	Probe(HistoryWriter history, LeaderElections elections, ProbeWork work, Commands commands, ErrorCount errors) {
		this.history = history;
		this.sampler = new LeadershipSampler(elections, history);
		this.watch = new ElectionWatch(elections, history);
		this.spread = new SpreadElections(elections, history);
		this.work = work;
		this.onceForAll = new OnceForAll(elections, history, work);
		this.errors = errors;
		commands.start();
	}

	private void call() {
		try {
			this.work.call(System.nanoTime());
		}
		catch (LeadershipLostException ex) {
			// Expected: the history has the work with its outcome
		}
		catch (Exception ex) {
			// Not fatal: the history records it as failed, the log its cause
			System.err.printf("Work failed: %s%n", ex);
		}
		finally {
			// An interrupt that arrived after the work must not affect the next call
			Thread.interrupted();
		}
	}

	@Override
	public void start() {
		this.running = true;
		this.sampler.start();
		this.watch.start();
		this.spread.start();
		this.loop.start();
		this.onceForAll.start();
	}

	@Override
	public void stop() {
		this.running = false;
		try {
			this.onceForAll.end();
			this.loop.end();
			this.watch.end();
			this.spread.end();
			this.sampler.end();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		long now = System.nanoTime();
		this.history
			.write(HistoryEvent.of(EventKind.CLOSED, now, System.nanoTime()).with("errors", this.errors.count()));
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/** Returns the lowest phase: started first, stopped last. */
	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

}
