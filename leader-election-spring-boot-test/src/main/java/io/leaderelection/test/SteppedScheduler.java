/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;

import io.leaderelection.time.Scheduler;
import io.leaderelection.time.WorkerPool;

/**
 * Runs what is due on a thread of its own, and leaves what is due later to the time.
 */
final class SteppedScheduler implements Scheduler {

	private final SteppedTime time;

	private final WorkerPool thread;

	private volatile boolean closed;

	/**
	 * Creates a scheduler.
	 * @param time says when a task is due
	 * @param thread a pool of one thread
	 */
	SteppedScheduler(SteppedTime time, WorkerPool thread) {
		this.time = time;
		this.thread = thread;
	}

	@Override
	public void execute(Runnable task) {
		this.thread.execute(() -> {
			if (!this.closed) {
				task.run();
			}
		});
	}

	@Override
	public Cancellation schedule(Duration delay, Runnable task) {
		Alarm alarm = new Alarm(this, this.time.in(delay), task);
		if (delay.isNegative() || delay.isZero()) {
			alarm.fire();
		}
		else {
			this.time.set(alarm);
		}
		return () -> {
			alarm.cancel();
			this.time.remove(alarm);
		};
	}

	@Override
	public void close() {
		this.closed = true;
		this.thread.close();
	}

}
