/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.time.Durations;
import io.leaderelection.time.Scheduler;

/**
 * A task that waits for manual time.
 */
final class ManualTask implements Comparable<ManualTask>, Scheduler.Cancellation {

	private static final AtomicLong SEQUENCE = new AtomicLong();

	private final ManualTime time;

	private final ManualScheduler scheduler;

	private final long sequence = SEQUENCE.getAndIncrement();

	private final Runnable action;

	private final Duration period;

	private long due;

	private volatile boolean cancelled;

	/** Creates a periodic task, unless the period is zero. */
	ManualTask(ManualTime time, ManualScheduler scheduler, Duration delay, Runnable action, Duration period) {
		this.time = time;
		this.scheduler = scheduler;
		this.due = time.ticker().nanos() + Durations.nanos(delay);
		this.action = action;
		this.period = period;
	}

	ManualScheduler scheduler() {
		return this.scheduler;
	}

	long due() {
		return this.due;
	}

	boolean isDue() {
		return this.due - this.time.ticker().nanos() <= 0;
	}

	boolean isOver() {
		return this.cancelled || this.scheduler.isClosed();
	}

	/** Runs the task where its scheduler does, and sets it again if it is periodic. */
	void fire() {
		if (!this.period.isZero()) {
			this.due = this.time.ticker().nanos() + this.period.toNanos();
			this.time.add(this);
		}
		this.scheduler.start(this::run);
	}

	private void run() {
		if (!isOver()) {
			this.action.run();
		}
	}

	@Override
	public void cancel() {
		this.cancelled = true;
		this.time.remove(this);
	}

	@Override
	public int compareTo(ManualTask other) {
		long difference = this.due - other.due;
		return (difference != 0) ? Long.signum(difference) : Long.compare(this.sequence, other.sequence);
	}

}
