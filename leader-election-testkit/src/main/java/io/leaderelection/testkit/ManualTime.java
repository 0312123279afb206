/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;

/**
 * A ticker and a wall clock that move together, and the schedulers that follow them.
 * {@link #advance(Duration)} runs what falls due on the way, each task at its own
 * instant, in the order of due instants and then of submission, on the calling thread. So
 * a test is the same each time it runs. To part the clocks, move {@link #ticker()} or
 * {@link #wallClock()} alone.
 * <p>
 * Handed to an {@link io.leaderelection.engine.ElectionEngine} as its time, it runs the
 * whole engine, I/O included, on the test's thread.
 * <p>
 * Clocks may be read and tasks handed over from any thread; time should be moved by one
 * thread.
 */
public final class ManualTime implements TimeSystem {

	private final ManualTicker ticker = new ManualTicker(1_000_000_000L);

	private final ManualWallClock wallClock;

	private final List<ManualScheduler> schedulers = new CopyOnWriteArrayList<>();

	/**
	 * Begins at the start of 2026.
	 */
	public ManualTime() {
		this(Instant.parse("2026-01-01T00:00:00Z"));
	}

	/**
	 * Begins at a given time of day.
	 * @param start the first reading of the wall clock
	 */
	public ManualTime(Instant start) {
		this.wallClock = new ManualWallClock(start);
	}

	@Override
	public ManualTicker ticker() {
		return this.ticker;
	}

	@Override
	public ManualWallClock wallClock() {
		return this.wallClock;
	}

	/**
	 * Creates a scheduler that runs its tasks as this time moves.
	 * @return a scheduler of its own, so that closing it leaves others alone
	 */
	public ManualScheduler newScheduler() {
		ManualScheduler scheduler = new ManualScheduler(this);
		this.schedulers.add(scheduler);
		return scheduler;
	}

	/**
	 * As {@link #newScheduler()}.
	 */
	@Override
	public ManualScheduler scheduler(String threadName) {
		return newScheduler();
	}

	/**
	 * Opens a pool without threads. A task that blocks, such as a call of a store that
	 * hangs, blocks the test.
	 */
	@Override
	public WorkerPool workers(String threadName, int threads) {
		return new ManualWorkerPool(newScheduler());
	}

	/**
	 * Opens an executor with real threads: long work blocks, and would block the test.
	 * The engine handles its timers when time is moved next, or by {@link #runDue()}.
	 */
	@Override
	public Executor taskExecutor(String threadName) {
		return TimeSystem.system().taskExecutor(threadName);
	}

	/**
	 * Moves both clocks, and runs every task that falls due until then, also those that
	 * tasks hand over. An exception of a task ends the move and reaches the caller.
	 * @param by how far; not negative
	 * @throws IllegalArgumentException if negative
	 */
	public void advance(Duration by) {
		if (by.isNegative()) {
			throw new IllegalArgumentException("Time never goes back as a whole, so not by " + by);
		}
		long target = this.ticker.nanos() + by.toNanos();
		for (ManualTask task = next(target); task != null; task = next(target)) {
			step(task.due());
			task.run();
		}
		step(target);
	}

	/**
	 * Runs every task that is due now, also those that tasks hand over, and moves
	 * nothing.
	 */
	public void runDue() {
		advance(Duration.ZERO);
	}

	/** Those that were not closed, or have tasks left. */
	List<ManualScheduler> schedulers() {
		return List.copyOf(this.schedulers);
	}

	void remove(ManualScheduler scheduler) {
		this.schedulers.remove(scheduler);
	}

	private void step(long target) {
		long step = target - this.ticker.nanos();
		if (step > 0) {
			this.wallClock.advance(Duration.ofNanos(step));
			this.ticker.advance(Duration.ofNanos(step));
		}
	}

	private @Nullable ManualTask next(long target) {
		ManualTask first = null;
		for (ManualScheduler scheduler : this.schedulers) {
			ManualTask candidate = scheduler.first();
			if (candidate != null && candidate.due() - target <= 0
					&& (first == null || candidate.compareTo(first) < 0)) {
				first = candidate;
			}
		}
		return first;
	}

}
