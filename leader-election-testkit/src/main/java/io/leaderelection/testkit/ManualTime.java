/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
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
 * engine, including I/O, on the test's thread. A subclass may run tasks on other threads:
 * it overrides {@link #scheduler} and {@link #workers}, and {@link #settle()} to wait for
 * them.
 * <p>
 * Clocks may be read and tasks submitted from any thread; only one thread should move
 * time.
 */
public class ManualTime implements TimeSystem {

	private static final int MOST_AT_ONCE = 1_000_000;

	private final ManualTicker ticker = new ManualTicker(1_000_000_000L);

	private final ManualWallClock wallClock;

	private final List<ManualScheduler> schedulers = new ArrayList<>();

	private final TreeSet<ManualTask> tasks = new TreeSet<>();

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
	public final ManualTicker ticker() {
		return this.ticker;
	}

	@Override
	public final ManualWallClock wallClock() {
		return this.wallClock;
	}

	/**
	 * Creates a scheduler that runs its tasks as this time moves, on the thread that
	 * moves it.
	 * @return a new scheduler, which can be closed without an effect on others
	 */
	public final ManualScheduler newScheduler() {
		return newScheduler(null);
	}

	/**
	 * Creates a scheduler that runs its tasks on another thread: those without a delay at
	 * once, all others as this time moves.
	 * @param thread a pool of one thread, closed with the scheduler; {@code null} for the
	 * thread that moves time
	 * @return a new scheduler, which can be closed without an effect on others
	 */
	protected final synchronized ManualScheduler newScheduler(@Nullable WorkerPool thread) {
		ManualScheduler scheduler = new ManualScheduler(this, thread);
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
		return new ManualWorkerPool(this);
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
	 * Waits until the tasks of other threads are done, without moving time. Called before
	 * time moves and after each task. Does nothing here, because tasks run on the thread
	 * that moves time.
	 */
	public void settle() {
	}

	/**
	 * Moves both clocks, and runs every task that becomes due until then, including those
	 * that tasks submit. An exception of a task ends the move and reaches the caller.
	 * @param by the duration; not negative
	 * @throws IllegalArgumentException if negative
	 */
	public final void advance(Duration by) {
		if (by.isNegative()) {
			throw new IllegalArgumentException("Time cannot move back, but the duration is " + by);
		}
		settle();
		move(by, this::settle);
	}

	/**
	 * Moves both clocks as {@link #advance} does, but waits for no task of another
	 * thread.
	 * @param by the duration; not negative
	 */
	public final void pass(Duration by) {
		move(by, () -> {
		});
	}

	/**
	 * Moves both clocks to the next moment at which a task is due, and runs that task.
	 * @return {@code false} if no task is waiting
	 */
	public final boolean advanceToNext() {
		settle();
		ManualTask next = take(Long.MAX_VALUE);
		if (next == null) {
			return false;
		}
		step(next.due());
		next.fire();
		settle();
		return true;
	}

	/**
	 * Runs every task that is due now, including those that tasks submit, without moving
	 * time.
	 */
	public final void runDue() {
		advance(Duration.ZERO);
	}

	private void move(Duration by, Runnable settle) {
		long target = this.ticker.nanos() + by.toNanos();
		int atOnce = 0;
		for (ManualTask task = take(target); task != null; task = take(target)) {
			atOnce = (task.due() - this.ticker.nanos() > 0) ? 0 : atOnce + 1;
			if (atOnce > MOST_AT_ONCE) {
				throw new IllegalStateException(
						atOnce + " tasks at one moment: each seems to schedule the next one without a delay");
			}
			step(task.due());
			task.fire();
			settle.run();
		}
		step(target);
	}

	private synchronized void step(long target) {
		long step = target - this.ticker.nanos();
		if (step > 0) {
			this.wallClock.advance(Duration.ofNanos(step));
			this.ticker.advance(Duration.ofNanos(step));
		}
	}

	private synchronized @Nullable ManualTask take(long target) {
		return (!this.tasks.isEmpty() && this.tasks.first().due() - target <= 0) ? this.tasks.pollFirst() : null;
	}

	synchronized void add(ManualTask task) {
		if (!task.isOver()) {
			this.tasks.add(task);
		}
	}

	synchronized void remove(ManualTask task) {
		this.tasks.remove(task);
	}

	/** Forgets a scheduler, and its tasks if it is closed. */
	synchronized void remove(ManualScheduler scheduler) {
		this.schedulers.remove(scheduler);
		this.tasks.removeIf(ManualTask::isOver);
	}

	synchronized int waiting(ManualScheduler scheduler) {
		return (int) this.tasks.stream().filter((task) -> task.scheduler().equals(scheduler)).count();
	}

	/** Returns the schedulers that are not closed. */
	synchronized List<ManualScheduler> schedulers() {
		return List.copyOf(this.schedulers);
	}

}
