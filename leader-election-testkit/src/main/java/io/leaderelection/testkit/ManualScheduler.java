/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;

import io.leaderelection.time.Scheduler;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler whose tasks run as {@link ManualTime} moves. Without a thread, they run
 * inside {@link ManualTime#advance} and {@link ManualTime#runDue}, on the calling thread.
 * Created by {@link ManualTime#newScheduler()}. Tasks may be submitted from any thread.
 */
public final class ManualScheduler implements Scheduler {

	private final ManualTime time;

	private final @Nullable WorkerPool thread;

	private volatile boolean closed;

	ManualScheduler(ManualTime time, @Nullable WorkerPool thread) {
		this.time = time;
		this.thread = thread;
	}

	@Override
	public void execute(Runnable task) {
		schedule(Duration.ZERO, task);
	}

	@Override
	public Cancellation schedule(Duration delay, Runnable task) {
		return submit(new ManualTask(this.time, this, delay, task, Duration.ZERO));
	}

	@Override
	public Cancellation repeat(Duration period, Runnable task) {
		return submit(new ManualTask(this.time, this, period, task, period));
	}

	private Cancellation submit(ManualTask task) {
		if (this.thread != null && task.isDue()) {
			task.fire();
		}
		else {
			this.time.add(task);
		}
		return task;
	}

	/** Runs a due task on the thread, or on the calling one if there is none. */
	void start(Runnable task) {
		if (this.thread != null) {
			this.thread.execute(task);
		}
		else {
			task.run();
		}
	}

	/**
	 * Returns the number of waiting tasks, due or not.
	 * @return the number of tasks that have not begun and are not cancelled
	 */
	public int waiting() {
		return this.time.waiting(this);
	}

	boolean isClosed() {
		return this.closed;
	}

	@Override
	public void close() {
		this.closed = true;
		this.time.remove(this);
		if (this.thread != null) {
			this.thread.close();
		}
	}

}
