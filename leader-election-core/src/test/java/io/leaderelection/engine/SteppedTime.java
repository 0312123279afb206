/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;

/**
 * Time that stands still until a test steps it. Everything runs on the test's thread. I/O
 * tasks can be held back to simulate a store that hangs. Actions that threads of tasks
 * submit or schedule wait until the test runs them.
 */
public final class SteppedTime implements TimeSystem {

	private static final int MOST_AT_ONCE = 100_000;

	/** A test that needs more waits for what never comes. It is real time. */
	private static final long LONGEST_TEST = Duration.ofMinutes(1).toNanos();

	private final long createdAt = System.nanoTime();

	private static final long START = Long.MAX_VALUE - Duration.ofSeconds(30).toNanos();

	private final Queue<Timed> timed = new PriorityBlockingQueue<>(100,
			Comparator.<Timed>comparingLong((timed) -> timed.at).thenComparingLong((timed) -> timed.sequence));

	private final Deque<Runnable> ready = new ConcurrentLinkedDeque<>();

	private final Deque<Runnable> io = new ArrayDeque<>();

	private final AtomicLong elapsed = new AtomicLong();

	private long wallStep;

	private final AtomicLong sequence = new AtomicLong();

	private boolean ioHeld;

	private final List<Runnable> events = new ArrayList<>();

	private boolean eventsHeld;

	private boolean running;

	private boolean noThreads;

	private boolean noTimers;

	private boolean losesTimers;

	/** The number of readings of the ticker until one fails, or 0 for none. */
	private int untilClockFails;

	@Override
	public Ticker ticker() {
		return this::read;
	}

	private long read() {
		if (this.untilClockFails > 0 && --this.untilClockFails == 0) {
			throw new ClockFailure();
		}
		return START + this.elapsed.get();
	}

	@Override
	public WallClock wallClock() {
		return () -> 1_700_000_000_000L + this.wallStep + this.elapsed.get() / 1_000_000;
	}

	/** Sets the wall clock, but not the ticker. */
	void stepWall(Duration duration) {
		this.wallStep += duration.toMillis();
	}

	void holdIo() {
		this.ioHeld = true;
	}

	void releaseIo() {
		this.ioHeld = false;
		runReady();
	}

	/** Holds back deliveries of events from now on. */
	void holdEvents() {
		this.eventsHeld = true;
	}

	void releaseEvents() {
		this.eventsHeld = false;
		this.ready.addAll(this.events);
		this.events.clear();
		runReady();
	}

	/** Makes a reading fail once, counted from now: the first, the second, and so on. */
	void failClock(int reading) {
		this.untilClockFails = reading;
	}

	/** Whether that reading has failed. */
	boolean clockFailed() {
		return this.untilClockFails == 0;
	}

	/** Whether pools fail for lack of threads. */
	void noThreads(boolean noThreads) {
		this.noThreads = noThreads;
	}

	/** Whether schedulers refuse delayed tasks. */
	public void noTimers(boolean noTimers) {
		this.noTimers = noTimers;
	}

	/** Whether schedulers lose delayed tasks, for example for lack of memory. */
	public void loseTimers(boolean losesTimers) {
		this.losesTimers = losesTimers;
	}

	/** Whether no task is due now. */
	boolean isIdle() {
		return this.ready.isEmpty();
	}

	/** Runs the tasks that are due now. */
	public void runReady() {
		if (TaskThreads.isCurrent() || this.running) {
			return;
		}
		this.running = true;
		try {
			while (true) {
				// Not inside a task, which might survive it
				if (System.nanoTime() - this.createdAt > LONGEST_TEST) {
					throw new AssertionError("The test has stepped time for a minute, and seems to wait in vain");
				}
				Runnable task = this.ready.poll();
				if (task == null && !this.ioHeld) {
					task = this.io.poll();
				}
				if (task == null) {
					return;
				}
				try {
					task.run();
				}
				catch (ClockFailure ex) {
					// A thread of the library survives it
				}
			}
		}
		finally {
			this.running = false;
		}
	}

	public void advance(Duration duration) {
		runReady();
		long until = this.elapsed.get() + duration.toNanos();
		Timed next = this.timed.peek();
		int atOnce = 0;
		while (next != null && next.at <= until) {
			this.timed.remove(next);
			atOnce = (next.at > this.elapsed.get()) ? 0 : atOnce + 1;
			if (atOnce > MOST_AT_ONCE) {
				throw new AssertionError(atOnce + " alarms at one moment: each seems to set the next one");
			}
			pass(Math.max(0, next.at - this.elapsed.get()));
			if (!next.cancelled) {
				this.ready.add(next.task);
				if (next.period > 0) {
					next.at += next.period;
					this.timed.add(next);
				}
			}
			runReady();
			next = this.timed.peek();
		}
		pass(until - this.elapsed.get());
	}

	/** Lets time pass for a process that is stopped: nothing of it runs meanwhile. */
	void freeze(Duration duration) {
		pass(duration.toNanos());
	}

	private void pass(long by) {
		this.elapsed.addAndGet(by);
	}

	@Override
	public Scheduler scheduler(String threadName) {
		return new Scheduler() {

			private final List<Timed> repeated = new ArrayList<>();

			private boolean closed;

			@Override
			public void execute(Runnable task) {
				if (!this.closed) {
					SteppedTime.this.ready.add(task);
					runReady();
				}
			}

			@Override
			public Cancellation schedule(Duration delay, Runnable task) {
				if (SteppedTime.this.noTimers) {
					throw new RejectedExecutionException("no timers today");
				}
				if (SteppedTime.this.losesTimers) {
					return () -> {
					};
				}
				Timed timed = add(Math.max(0, delay.toNanos()), 0, task);
				return () -> timed.cancelled = true;
			}

			@Override
			public Cancellation repeat(Duration period, Runnable task) {
				Timed timed = add(period.toNanos(), period.toNanos(), task);
				this.repeated.add(timed);
				return () -> timed.cancelled = true;
			}

			@Override
			public void close() {
				this.closed = true;
				this.repeated.forEach((timed) -> timed.cancelled = true);
			}

		};
	}

	private Timed add(long delay, long period, Runnable task) {
		Timed timed = new Timed(this.elapsed.get() + delay, period, this.sequence.getAndIncrement(), task);
		this.timed.add(timed);
		return timed;
	}

	@Override
	public WorkerPool workers(String threadName, int threads) {
		boolean io = threadName.endsWith("io");
		boolean events = threadName.endsWith("events");
		return new WorkerPool() {

			@Override
			public void execute(Runnable task) {
				if (SteppedTime.this.noThreads) {
					throw new OutOfMemoryError("unable to create native thread");
				}
				if (events && SteppedTime.this.eventsHeld) {
					SteppedTime.this.events.add(task);
					return;
				}
				(io ? SteppedTime.this.io : SteppedTime.this.ready).add(task);
				runReady();
			}

			@Override
			public void resize(int threads) {
			}

			@Override
			public void close() {
			}

		};
	}

	@SuppressWarnings("serial")
	private static final class ClockFailure extends RuntimeException {

		ClockFailure() {
			super("The clock cannot be read");
		}

	}

	private static final class Timed {

		private long at;

		/** Zero for a task that runs once. */
		private final long period;

		private final long sequence;

		private final Runnable task;

		private boolean cancelled;

		Timed(long at, long period, long sequence, Runnable task) {
			this.at = at;
			this.period = period;
			this.sequence = sequence;
			this.task = task;
		}

	}

}
