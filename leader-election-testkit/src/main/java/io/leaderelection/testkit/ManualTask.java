/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.time.Scheduler;

/**
 * A task that waits for manual time.
 */
final class ManualTask implements Comparable<ManualTask>, Scheduler.Cancellation {

	private static final AtomicLong SEQUENCE = new AtomicLong();

	private final ManualScheduler scheduler;

	private final long sequence = SEQUENCE.getAndIncrement();

	private final Runnable action;

	private final Duration period;

	private long due;

	ManualTask(ManualScheduler scheduler, long due, Runnable action) {
		this(scheduler, due, action, Duration.ZERO);
	}

	/** Creates a periodic task, unless the period is zero. */
	ManualTask(ManualScheduler scheduler, long due, Runnable action, Duration period) {
		this.scheduler = scheduler;
		this.due = due;
		this.action = action;
		this.period = period;
	}

	long due() {
		return this.due;
	}

	void run() {
		if (this.scheduler.remove(this)) {
			if (!this.period.isZero()) {
				this.due += this.period.toNanos();
				this.scheduler.add(this);
			}
			this.action.run();
		}
	}

	@Override
	public void cancel() {
		this.scheduler.remove(this);
	}

	@Override
	public int compareTo(ManualTask other) {
		long difference = this.due - other.due;
		return (difference != 0) ? Long.signum(difference) : Long.compare(this.sequence, other.sequence);
	}

}
