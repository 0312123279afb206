/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;

import io.leaderelection.time.Scheduler;
import io.leaderelection.time.WorkerPool;

/**
 * A scheduler that runs due tasks on its own thread. Delayed tasks wait until the test
 * moves time.
 */
final class SteppedScheduler implements Scheduler {

	private final SteppedTime time;

	private final WorkerPool thread;

	private volatile boolean closed;

	/**
	 * Creates a scheduler.
	 * @param time determines when a task is due
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
	public Cancellation repeat(Duration period, Runnable task) {
		return new Repetition(period, task);
	}

	@Override
	public void close() {
		this.closed = true;
		this.thread.close();
	}

	/** A task that is scheduled again each time it has become due. */
	private final class Repetition implements Cancellation {

		private final Duration period;

		private final Runnable task;

		private Cancellation next;

		private boolean ended;

		Repetition(Duration period, Runnable task) {
			this.period = period;
			this.task = task;
			this.next = schedule(period, this::run);
		}

		private void run() {
			if (again()) {
				this.task.run();
			}
		}

		private synchronized boolean again() {
			if (this.ended || SteppedScheduler.this.closed) {
				return false;
			}
			this.next = schedule(this.period, this::run);
			return true;
		}

		@Override
		public synchronized void cancel() {
			this.ended = true;
			this.next.cancel();
		}

	}

}
