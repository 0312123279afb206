/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A task that waits until time is moved.
 */
final class Alarm implements Comparable<Alarm> {

	private static final AtomicLong SEQUENCE = new AtomicLong();

	private final long sequence = SEQUENCE.getAndIncrement();

	private final SteppedScheduler scheduler;

	private final long due;

	private final Runnable task;

	private volatile boolean cancelled;

	/**
	 * Creates an alarm.
	 * @param scheduler runs the task
	 * @param due the due time, in nanoseconds of the ticker
	 * @param task the task
	 */
	Alarm(SteppedScheduler scheduler, long due, Runnable task) {
		this.scheduler = scheduler;
		this.due = due;
		this.task = task;
	}

	long due() {
		return this.due;
	}

	void fire() {
		this.scheduler.execute(() -> {
			if (!this.cancelled) {
				this.task.run();
			}
		});
	}

	void cancel() {
		this.cancelled = true;
	}

	@Override
	public int compareTo(Alarm other) {
		int byTime = Long.compare(this.due - other.due, 0);
		return (byTime != 0) ? byTime : Long.compare(this.sequence, other.sequence);
	}

}
