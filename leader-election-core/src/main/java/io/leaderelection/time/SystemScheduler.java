/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A scheduler on one thread that no exception of a task can end, not even an
 * {@link OutOfMemoryError}. Waiting, finding the next task and repeating a task allocate
 * nothing. {@link java.util.concurrent.ScheduledThreadPoolExecutor} allocates in each of
 * them, so with a full heap its thread, and with it a periodic task, may end.
 */
final class SystemScheduler implements Scheduler {

	private static final long NEVER = Duration.ofDays(365).toNanos();

	private static final Comparator<Task> BY_TIME = (one, other) -> {
		int byTime = Long.compare(one.due - other.due, 0);
		return (byTime != 0) ? byTime : Long.compare(one.number, other.number);
	};

	private final ThreadFactory threads;

	private final Queue<Task> tasks = new PriorityQueue<>(BY_TIME);

	private long number;

	private @Nullable Thread thread;

	private volatile boolean closed;

	SystemScheduler(ThreadFactory threads) {
		Uncaught.prepare();
		this.threads = threads;
	}

	@Override
	public void execute(Runnable task) {
		schedule(Duration.ZERO, task);
	}

	@Override
	public Cancellation schedule(Duration delay, Runnable task) {
		return add(task, nanos(delay), 0);
	}

	@Override
	public Cancellation repeat(Duration period, Runnable task) {
		return add(task, nanos(period), nanos(period));
	}

	private static long nanos(Duration delay) {
		return Math.min(Durations.nanos(delay), NEVER);
	}

	private Cancellation add(Runnable action, long delay, long period) {
		long due = System.nanoTime() + delay;
		synchronized (this.tasks) {
			Task task = new Task(action, period, this.number++);
			task.due = due;
			if (!this.closed) {
				startThread();
				this.tasks.add(task);
				if (task.equals(this.tasks.peek())) {
					LockSupport.unpark(this.thread);
				}
			}
			return () -> remove(task);
		}
	}

	private void remove(Task task) {
		synchronized (this.tasks) {
			this.tasks.remove(task);
		}
	}

	/**
	 * Starts the thread. If that fails, the caller gets the exception, and the next
	 * caller tries again.
	 */
	private void startThread() {
		if (this.thread == null) {
			Thread thread = this.threads.newThread(this::run);
			thread.start();
			this.thread = thread;
		}
	}

	@Override
	public void close() {
		synchronized (this.tasks) {
			this.closed = true;
			this.tasks.clear();
			LockSupport.unpark(this.thread);
		}
	}

	private void run() {
		// Created once, because there may be no memory later
		Runnable runNext = this::runNext;
		while (!this.closed) {
			Uncaught.run(runNext);
		}
	}

	private void runNext() {
		Runnable next = awaitNext();
		if (next != null) {
			next.run();
		}
	}

	/** Returns the next task, once it is due, or {@code null} if this is closed. */
	private @Nullable Runnable awaitNext() {
		while (true) {
			long in;
			synchronized (this.tasks) {
				if (this.closed) {
					return null;
				}
				Task first = this.tasks.peek();
				in = (first != null) ? first.due - System.nanoTime() : NEVER;
				if (first != null && in <= 0) {
					return take(first);
				}
			}
			LockSupport.parkNanos(this, in);
		}
	}

	private Runnable take(Task first) {
		this.tasks.remove();
		if (first.period > 0) {
			// Counted from now, so that a delayed thread does not repeat missed runs.
			// There
			// is room for it, where it was
			first.due = System.nanoTime() + first.period;
			this.tasks.add(first);
		}
		return first.action;
	}

	private static final class Task {

		private final Runnable action;

		/** In nanoseconds, or 0 for a task that runs once. */
		private final long period;

		private final long number;

		private long due;

		Task(Runnable action, long period, long number) {
			this.action = action;
			this.period = period;
			this.number = number;
		}

	}

}
