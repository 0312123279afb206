/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.leaderelection.time.Ticker;
import io.leaderelection.time.WorkerPool;

/**
 * Counts the tasks that run on threads of the library or wait for one, so that a test can
 * wait until there are none.
 */
final class Activity {

	/** The maximum time that a test waits, by the real clock. */
	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final int SHOWN_FRAMES = 8;

	private final Ticker ticker = Ticker.system();

	private final Set<Thread> running = new LinkedHashSet<>();

	private int pending;

	/**
	 * Returns a pool each of whose tasks is counted until it has been run.
	 * @param pool the pool that runs them
	 * @return the pool
	 */
	WorkerPool count(WorkerPool pool) {
		return new CountedPool(pool);
	}

	/**
	 * Returns an executor each of whose tasks is counted until it has begun, because a
	 * long task need not be awaited.
	 * @param threads the executor that runs them
	 * @return the executor
	 */
	Executor countUntilBegun(Executor threads) {
		return (task) -> submit(() -> {
			end();
			task.run();
		}, threads);
	}

	/** Counts a task that calls {@link #end()}. It is not counted if it is refused. */
	private void submit(Runnable task, Executor threads) {
		synchronized (this) {
			this.pending++;
		}
		try {
			threads.execute(task);
		}
		catch (Throwable ex) {
			end();
			throw ex;
		}
	}

	private void run(Runnable task) {
		Thread thread = Thread.currentThread();
		try {
			synchronized (this) {
				this.running.add(thread);
			}
			task.run();
		}
		finally {
			synchronized (this) {
				this.running.remove(thread);
			}
			end();
		}
	}

	private synchronized void end() {
		this.pending--;
		notifyAll();
	}

	/**
	 * Waits until no task is running or waiting. If the thread is interrupted, the
	 * interrupt is restored afterwards, as when the test itself does work that is
	 * interrupted on loss.
	 * @throws IllegalStateException if called from a task that this method waits for, or
	 * if the wait takes too long
	 */
	void awaitIdle() {
		boolean interrupted = false;
		try {
			long until = this.ticker.nanos() + PATIENCE.toNanos();
			synchronized (this) {
				checkOutside();
				while (this.pending > 0) {
					try {
						TimeUnit.NANOSECONDS.timedWait(this, left(until));
					}
					catch (InterruptedException ex) {
						interrupted = true;
					}
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private void checkOutside() {
		if (this.running.contains(Thread.currentThread())) {
			throw new IllegalStateException("Leadership cannot be changed inside a listener: the call would wait for "
					+ "itself. Change it on the thread of the test");
		}
	}

	private long left(long until) {
		long left = until - this.ticker.nanos();
		if (left <= 0) {
			throw new IllegalStateException("Listeners have not returned for " + PATIENCE.toSeconds()
					+ " s. If one waits for the test, let it do so on another thread. Running: "
					+ this.running.stream().map(Activity::describe).collect(Collectors.joining("; ")));
		}
		return left;
	}

	private static String describe(Thread thread) {
		return thread.getName() + Arrays.stream(thread.getStackTrace())
			.limit(SHOWN_FRAMES)
			.map(Object::toString)
			.collect(Collectors.joining(", ", " [", "]"));
	}

	/** A pool that is closed ignores tasks, so they must not be counted. */
	private final class CountedPool implements WorkerPool {

		private final WorkerPool pool;

		private boolean closed;

		CountedPool(WorkerPool pool) {
			this.pool = pool;
		}

		@Override
		public synchronized void execute(Runnable task) {
			if (!this.closed) {
				submit(() -> run(task), this.pool);
			}
		}

		@Override
		public void resize(int threads) {
			this.pool.resize(threads);
		}

		@Override
		public synchronized void close() {
			this.closed = true;
			this.pool.close();
		}

	}

}
