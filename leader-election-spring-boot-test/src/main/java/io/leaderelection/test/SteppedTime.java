/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;

/**
 * Clocks that stand still until a test moves them, with real threads: tasks and listeners
 * run on threads of the library as in production. Time moves from one due task to the
 * next, and only continues when that task is done.
 * <p>
 * Starts at the real time, so that fencing tokens increase from one run to the next.
 */
final class SteppedTime implements TimeSystem, AutoCloseable {

	private static final Duration FLOW = Duration.ofMillis(10);

	private final TimeSystem real = TimeSystem.system();

	private final Activity activity = new Activity();

	private final TreeSet<Alarm> alarms = new TreeSet<>();

	/** Locked while time moves. */
	private final ReentrantLock moving = new ReentrantLock();

	private final long startMillis = this.real.wallClock().millis();

	private volatile long nanos;

	private @Nullable Scheduler flowing;

	private long flowedTo;

	@Override
	public Ticker ticker() {
		return () -> this.nanos;
	}

	@Override
	public WallClock wallClock() {
		return () -> this.startMillis + TimeUnit.NANOSECONDS.toMillis(this.nanos);
	}

	@Override
	public Scheduler scheduler(String threadName) {
		return new SteppedScheduler(this, workers(threadName, 1));
	}

	@Override
	public WorkerPool workers(String threadName, int threads) {
		return new TrackedWorkers(this.real.workers(threadName, threads), this.activity);
	}

	@Override
	public Executor taskExecutor(String threadName) {
		return counted(this.real.taskExecutor(threadName));
	}

	@Override
	public TimeSystem withTaskExecutors(Function<String, Executor> executors) {
		return TimeSystem.super.withTaskExecutors((threadName) -> counted(executors.apply(threadName)));
	}

	/** Counts a task until it has started, because a long task need not be awaited. */
	private Executor counted(Executor threads) {
		return (task) -> {
			Runnable begun = this.activity.begin(() -> {
			});
			this.activity.handover(() -> {
				begun.run();
				task.run();
			}, threads);
		};
	}

	/**
	 * Waits until all due tasks are done.
	 */
	void settle() {
		this.activity.awaitIdle();
	}

	/**
	 * Moves time, and runs each task that becomes due at its time.
	 * @param by the duration; not negative
	 */
	void advance(Duration by) {
		if (by.isNegative()) {
			throw new IllegalArgumentException("Time cannot move back, but the duration is " + by);
		}
		settle();
		this.moving.lock();
		try {
			long target = this.nanos + by.toNanos();
			while (fireFirst(target)) {
				settle();
			}
			this.nanos = target;
		}
		finally {
			this.moving.unlock();
		}
	}

	/**
	 * Moves time to the next due task, and runs it.
	 * @return {@code false} if there is none
	 */
	boolean advanceToNext() {
		settle();
		this.moving.lock();
		try {
			boolean fired = fireFirst(Long.MAX_VALUE);
			settle();
			return fired;
		}
		finally {
			this.moving.unlock();
		}
	}

	/**
	 * Moves time at once, as if the process had been suspended: tasks that became due run
	 * at the end, and leases expire.
	 * @param by the duration; not negative
	 */
	void leap(Duration by) {
		settle();
		this.moving.lock();
		try {
			long then = this.nanos + by.toNanos();
			this.nanos = then;
			while (fireFirst(then)) {
				settle();
			}
		}
		finally {
			this.moving.unlock();
		}
	}

	private boolean fireFirst(long target) {
		Alarm alarm = removeFirst(target);
		if (alarm == null) {
			return false;
		}
		this.nanos = Math.max(this.nanos, alarm.due());
		alarm.fire();
		return true;
	}

	private @Nullable Alarm removeFirst(long target) {
		synchronized (this.alarms) {
			if (this.alarms.isEmpty() || this.alarms.first().due() > target) {
				return null;
			}
			return this.alarms.pollFirst();
		}
	}

	long in(Duration delay) {
		return this.nanos + delay.toNanos();
	}

	void set(Alarm alarm) {
		synchronized (this.alarms) {
			this.alarms.add(alarm);
		}
	}

	void remove(Alarm alarm) {
		synchronized (this.alarms) {
			this.alarms.remove(alarm);
		}
	}

	/**
	 * Lets time pass at real speed without waiting for tasks, because no test moves time
	 * while a context stops.
	 */
	void flow() {
		this.moving.lock();
		try {
			if (this.flowing == null) {
				this.flowedTo = this.real.ticker().nanos();
				this.flowing = this.real.scheduler("leader-election-test-time");
				flowOn(this.flowing);
			}
		}
		finally {
			this.moving.unlock();
		}
	}

	private void flowOn(Scheduler scheduler) {
		this.moving.lock();
		try {
			long now = this.real.ticker().nanos();
			long target = this.nanos + (now - this.flowedTo);
			this.flowedTo = now;
			while (fireFirst(target)) {
				// Run all due tasks
			}
			this.nanos = target;
		}
		finally {
			this.moving.unlock();
			scheduler.schedule(FLOW, () -> flowOn(scheduler));
		}
	}

	/** Stops time, as it was initially. */
	void stand() {
		this.moving.lock();
		try {
			if (this.flowing != null) {
				this.flowing.close();
				this.flowing = null;
			}
		}
		finally {
			this.moving.unlock();
		}
	}

	@Override
	public void close() {
		stand();
	}

}
