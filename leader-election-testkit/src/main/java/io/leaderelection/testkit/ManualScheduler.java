/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.TreeSet;

import io.leaderelection.time.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler without a thread: its tasks run inside {@link ManualTime#advance} and
 * {@link ManualTime#runDue}, on the calling thread. Created by
 * {@link ManualTime#newScheduler()}. Tasks may be submitted from any thread.
 */
public final class ManualScheduler implements Scheduler {

	private final ManualTime time;

	private final TreeSet<ManualTask> tasks = new TreeSet<>();

	private boolean closed;

	ManualScheduler(ManualTime time) {
		this.time = time;
	}

	@Override
	public void execute(Runnable task) {
		schedule(Duration.ZERO, task);
	}

	@Override
	public Cancellation schedule(Duration delay, Runnable task) {
		long nanos = delay.isNegative() ? 0 : delay.toNanos();
		return add(new ManualTask(this, this.time.ticker().nanos() + nanos, task));
	}

	@Override
	public Cancellation repeat(Duration period, Runnable task) {
		return add(new ManualTask(this, this.time.ticker().nanos() + period.toNanos(), task, period));
	}

	ManualTask add(ManualTask task) {
		synchronized (this.tasks) {
			if (!this.closed) {
				this.tasks.add(task);
			}
		}
		return task;
	}

	/**
	 * Returns the number of waiting tasks, due or not.
	 * @return the number of tasks that have not begun and are not cancelled
	 */
	public int waiting() {
		synchronized (this.tasks) {
			return this.tasks.size();
		}
	}

	@Override
	public void close() {
		synchronized (this.tasks) {
			this.closed = true;
			this.tasks.clear();
		}
		this.time.remove(this);
	}

	/**
	 * Accepts no more tasks, and still runs those it has.
	 */
	void closeGently() {
		synchronized (this.tasks) {
			this.closed = true;
			forgetIfDone();
		}
	}

	private void forgetIfDone() {
		if (this.closed && this.tasks.isEmpty()) {
			this.time.remove(this);
		}
	}

	@Nullable ManualTask first() {
		synchronized (this.tasks) {
			return this.tasks.isEmpty() ? null : this.tasks.first();
		}
	}

	boolean remove(ManualTask task) {
		synchronized (this.tasks) {
			boolean removed = this.tasks.remove(task);
			forgetIfDone();
			return removed;
		}
	}

}
