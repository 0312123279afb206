/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import io.leaderelection.LeaderElections;
import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;
import org.springframework.context.SmartLifecycle;

/**
 * Starts before this instance contends, and ends after it has left.
 */
final class Probe implements SmartLifecycle {

	private final HistoryWriter history;

	private final LeadershipSampler sampler;

	private final ElectionWatch watch;

	private final SpreadElections spread;

	private final WorkLoop work;

	private final OnceForAll onceForAll;

	private final ErrorCount errors;

	private volatile boolean running;

	Probe(HistoryWriter history, LeaderElections elections, SpreadElections spread, ProbeWork work, Commands commands,
			ErrorCount errors) {
		this.history = history;
		this.sampler = new LeadershipSampler(elections, history);
		this.watch = new ElectionWatch(elections, history);
		this.spread = spread;
		this.work = new WorkLoop(work);
		this.onceForAll = new OnceForAll(elections, history, work);
		this.errors = errors;
		commands.start();
	}

	@Override
	public void start() {
		this.running = true;
		this.sampler.start();
		this.watch.start();
		this.spread.start();
		this.work.start();
		this.onceForAll.start();
	}

	@Override
	public void stop() {
		this.running = false;
		try {
			this.onceForAll.end();
			this.work.end();
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
