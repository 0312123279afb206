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
 * {@link #advance(Duration)} runs all tasks that become due, each at its own instant, in
 * the order of due instants and then of submission, on the calling thread. Tests are
 * therefore repeatable. To make a clock jump, move only {@link #ticker()} or
 * {@link #wallClock()}.
 * <p>
 * As the time of an {@link io.leaderelection.engine.ElectionEngine}, it runs the whole
 * engine, including I/O, on the test's thread.
 * <p>
 * Clocks may be read and tasks submitted from any thread; only one thread should move
 * time.
 */
public final class ManualTime implements TimeSystem {

	private static final int MOST_AT_ONCE = 1_000_000;

	private final ManualTicker ticker = new ManualTicker(1_000_000_000L);

	private final ManualWallClock wallClock;

	private final List<ManualScheduler> schedulers = new CopyOnWriteArrayList<>();

	/**
	 * Creates a time that begins at the start of 2026.
	 */
	public ManualTime() {
		this(Instant.parse("2026-01-01T00:00:00Z"));
	}

	/**
	 * Creates a time that begins at an instant.
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
	 * @return a new scheduler, which can be closed without an effect on others
	 */
	public ManualScheduler newScheduler() {
		ManualScheduler scheduler = new ManualScheduler(this);
		this.schedulers.add(scheduler);
		return scheduler;
	}

	/**
	 * Creates a scheduler as {@link #newScheduler()} does.
	 */
	@Override
	public ManualScheduler scheduler(String threadName) {
		return newScheduler();
	}

	/**
	 * Opens a pool without threads. A task that blocks, such as a store call that hangs,
	 * blocks the test.
	 */
	@Override
	public WorkerPool workers(String threadName, int threads) {
		return new ManualWorkerPool(newScheduler());
	}

	/**
	 * Opens an executor with real threads, because long work would block the test. The
	 * engine processes the end of such work when time is moved next, or by
	 * {@link #runDue()}.
	 */
	@Override
	public Executor taskExecutor(String threadName) {
		return TimeSystem.system().taskExecutor(threadName);
	}

	/**
	 * Moves both clocks, and runs every task that becomes due until then, including those
	 * that tasks submit. An exception of a task ends the move and reaches the caller.
	 * @param by the duration; not negative
	 * @throws IllegalArgumentException if negative
	 */
	public void advance(Duration by) {
		if (by.isNegative()) {
			throw new IllegalArgumentException("Time never goes back as a whole, so not by " + by);
		}
		long target = this.ticker.nanos() + by.toNanos();
		int atOnce = 0;
		for (ManualTask task = next(target); task != null; task = next(target)) {
			atOnce = (task.due() - this.ticker.nanos() > 0) ? 0 : atOnce + 1;
			if (atOnce > MOST_AT_ONCE) {
				throw new IllegalStateException(
						atOnce + " tasks at one moment: each seems to schedule the next one without a delay");
			}
			step(task.due());
			task.run();
		}
		step(target);
	}

	/**
	 * Runs every task that is due now, including those that tasks submit, without moving
	 * time.
	 */
	public void runDue() {
		advance(Duration.ZERO);
	}

	/** Returns the schedulers that are not closed, or have tasks left. */
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
