/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.time.Duration;
import java.util.Comparator;
import java.util.TreeSet;
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

	private static final Comparator<Task> BY_TIME = (one, other) -> {
		int byTime = Long.compare(one.due - other.due, 0);
		return (byTime != 0) ? byTime : Long.compare(one.number, other.number);
	};

	private static final long NEVER = Duration.ofDays(365).toNanos();

	private final ThreadFactory threads;

	private final TreeSet<Task> tasks = new TreeSet<>(BY_TIME);

	/**
	 * The first periodic task. A linked list, so that repeating a task allocates nothing.
	 */
	private @Nullable Task repeated;

	private long number;

	private @Nullable Thread thread;

	private boolean closed;

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
		long due = System.nanoTime() + nanos(delay);
		synchronized (this.tasks) {
			Task scheduled = new Task(task, due, this.number++, 0);
			if (!this.closed) {
				startThread();
				this.tasks.add(scheduled);
				wakeFor(scheduled);
			}
			return scheduled;
		}
	}

	@Override
	public Cancellation repeat(Duration period, Runnable task) {
		long nanos = nanos(period);
		synchronized (this.tasks) {
			Task repeating = new Task(task, System.nanoTime() + nanos, 0, nanos);
			if (!this.closed) {
				startThread();
				repeating.next = this.repeated;
				this.repeated = repeating;
				wakeFor(repeating);
			}
			return repeating;
		}
	}

	private static long nanos(Duration delay) {
		if (delay.isNegative()) {
			return 0;
		}
		return (delay.compareTo(Duration.ofNanos(NEVER)) < 0) ? delay.toNanos() : NEVER;
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

	@SuppressWarnings("ReferenceEquality") // a task is an object
	private void wakeFor(Task task) {
		if (task == earliest()) {
			LockSupport.unpark(this.thread);
		}
	}

	@Override
	public void close() {
		synchronized (this.tasks) {
			this.closed = true;
			this.tasks.clear();
			this.repeated = null;
			LockSupport.unpark(this.thread);
		}
	}

	private void run() {
		while (true) {
			try {
				Runnable next = awaitNext();
				if (next == null) {
					return;
				}
				next.run();
			}
			catch (Throwable ex) {
				Uncaught.report(ex);
			}
			// An interrupt flag that a task set would end every wait at once
			Thread.interrupted();
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
				Task first = earliest();
				in = (first != null) ? first.due - System.nanoTime() : NEVER;
				if (first != null && in <= 0) {
					return take(first);
				}
			}
			LockSupport.parkNanos(this, in);
		}
	}

	private @Nullable Task earliest() {
		Task earliest = this.tasks.isEmpty() ? null : this.tasks.first();
		for (Task task = this.repeated; task != null; task = task.next) {
			if (earliest == null || task.due - earliest.due < 0) {
				earliest = task;
			}
		}
		return earliest;
	}

	private Runnable take(Task task) {
		if (task.period == 0) {
			this.tasks.remove(task);
		}
		else {
			// Counted from now, so that a delayed thread does not repeat missed runs
			task.due = System.nanoTime() + task.period;
		}
		return task.action;
	}

	private void remove(Task removed) {
		synchronized (this.tasks) {
			if (removed.period == 0) {
				this.tasks.remove(removed);
				return;
			}
			Task former = null;
			for (Task task = this.repeated; task != null; task = task.next) {
				if (task.equals(removed)) {
					if (former != null) {
						former.next = task.next;
					}
					else {
						this.repeated = task.next;
					}
					return;
				}
				former = task;
			}
		}
	}

	/** A task. Periodic tasks form a linked list. */
	private final class Task implements Cancellation {

		private final Runnable action;

		private final long number;

		/** In nanoseconds, or 0 for a task that runs once. */
		private final long period;

		private long due;

		private @Nullable Task next;

		Task(Runnable action, long due, long number, long period) {
			this.action = action;
			this.due = due;
			this.number = number;
			this.period = Math.max(0, period);
		}

		@Override
		public void cancel() {
			remove(this);
		}

	}

}
