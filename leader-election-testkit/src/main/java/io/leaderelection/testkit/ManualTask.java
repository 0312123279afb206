/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.time.Scheduler;

/**
 * A task that waits for manual time.
 */
final class ManualTask implements Comparable<ManualTask>, Scheduler.Cancellation {

	private static final AtomicLong SEQUENCE = new AtomicLong();

	private final ManualScheduler scheduler;

	private final long due;

	private final long sequence = SEQUENCE.getAndIncrement();

	private final Runnable action;

	ManualTask(ManualScheduler scheduler, long due, Runnable action) {
		this.scheduler = scheduler;
		this.due = due;
		this.action = action;
	}

	long due() {
		return this.due;
	}

	void run() {
		if (this.scheduler.remove(this)) {
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
