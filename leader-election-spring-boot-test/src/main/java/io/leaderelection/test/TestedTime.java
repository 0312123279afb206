/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import io.leaderelection.testkit.ManualScheduler;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

/**
 * Manual time with real threads: tasks and listeners run on threads of the library as in
 * production. Time moves from one due task to the next, and only continues when that task
 * is done.
 * <p>
 * Starts at the real time, so that fencing tokens increase from one run to the next.
 * While the context stops leader election, time passes at real speed, without waiting for
 * tasks: a handover may wait for work, and no test moves time then.
 */
final class TestedTime extends ManualTime implements SmartLifecycle, AutoCloseable {

	private static final Duration STEP = Duration.ofMillis(10);

	private final Activity activity = new Activity();

	private volatile boolean running;

	private @Nullable Scheduler flow;

	TestedTime() {
		super(Instant.ofEpochMilli(WallClock.system().millis()));
	}

	@Override
	public ManualScheduler scheduler(String threadName) {
		return newScheduler(workers(threadName, 1));
	}

	@Override
	public WorkerPool workers(String threadName, int threads) {
		return this.activity.count(TimeSystem.system().workers(threadName, threads));
	}

	@Override
	public Executor taskExecutor(String threadName) {
		return this.activity.countUntilBegun(super.taskExecutor(threadName));
	}

	@Override
	public TimeSystem withTaskExecutors(Function<String, Executor> executors) {
		return super.withTaskExecutors((threadName) -> this.activity.countUntilBegun(executors.apply(threadName)));
	}

	@Override
	public void settle() {
		this.activity.awaitIdle();
	}

	/**
	 * Moves time at once, as if the process had been suspended: tasks that became due run
	 * at the end, and leases expire.
	 */
	void leap(Duration by) {
		settle();
		wallClock().advance(by);
		ticker().advance(by);
		runDue();
	}

	@Override
	public void start() {
		close();
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		Ticker real = Ticker.system();
		AtomicLong passed = new AtomicLong(real.nanos());
		Scheduler flow = TimeSystem.system().scheduler("leader-election-test-time");
		flow.repeat(STEP, () -> {
			long now = real.nanos();
			pass(Duration.ofNanos(now - passed.getAndSet(now)));
		});
		this.flow = flow;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/** Stops time, as it was initially. */
	@Override
	public void close() {
		if (this.flow != null) {
			this.flow.close();
		}
	}

}
