/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;

import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;

/**
 * Runs code that may block, such as listeners, in {@linkplain Line lines} over a small
 * pool: one line for each election. A task that takes long adds two spare threads, so
 * that it delays only its own line. Each look can therefore detect twice as many slow
 * tasks as the one before. The number of spare threads is not limited, because as many
 * hanging lines as the limit would block all others for good. The callers must therefore
 * limit the number of lines.
 */
public final class Delivery implements AutoCloseable {

	private static final Duration SLOW = Duration.ofSeconds(1);

	private static final int THREADS = 1;

	private static final int SPARES = 2;

	private static final int IN_A_ROW = 16;

	/** Set on a thread that runs a task. */
	private static final ThreadLocal<@Nullable Boolean> DELIVERING = new ThreadLocal<>();

	private final Ticker ticker;

	private final WorkerPool pool;

	/** The number of tasks that take long at the moment. */
	private int slowTasks;

	private boolean cannotLog;

	/**
	 * Creates a delivery without tasks.
	 * @param time the time and the threads to use
	 * @param threadName the name of its threads
	 */
	public Delivery(TimeSystem time, String threadName) {
		this.ticker = time.ticker();
		this.pool = time.workers(threadName, THREADS);
	}

	/**
	 * Returns whether the calling thread runs a task of any delivery.
	 * @return {@code true} if it does
	 */
	public static boolean isDelivering() {
		return DELIVERING.get() != null;
	}

	/**
	 * Returns a line for the tasks of one election.
	 * @param what what runs in it, for the log
	 * @param election the name of the election in the log
	 * @param atOnce how many tasks may run at once. A second task begins beside the first
	 * only when that one takes long; with 1 it never does
	 * @param log receives exceptions, and tasks that take long
	 * @return the line
	 */
	public Line line(String what, String election, int atOnce, AsyncLog log) {
		return new Line("A " + what + " of election '" + election + "'", atOnce, log);
	}

	/**
	 * Returns the line of a log, which has no other log for its own problems.
	 * @return the line
	 */
	public Line lineOfLog() {
		return new Line("The log", 1, null);
	}

	/** Starts threads for tasks that wait. Has to be called about twice a second. */
	public synchronized void look() {
		this.pool.resize(THREADS + SPARES * this.slowTasks);
	}

	private synchronized void countSlow(int more) {
		this.slowTasks += more;
		look();
	}

	/** Reports the first failure only, to avoid a line a second on standard error. */
	private synchronized void cannotLog(Throwable failure) {
		if (!this.cannotLog) {
			this.cannotLog = true;
			System.err.println("Leader election cannot log and continues without: " + failure);
		}
	}

	@Override
	public void close() {
		this.pool.close();
	}

	/** Tasks in order. Safe to use from any thread. */
	public final class Line implements Executor {

		private final String what;

		private final int atOnce;

		private final @Nullable AsyncLog log;

		private final Queue<Runnable> waiting = new ArrayDeque<>();

		private final Set<Worker> workers = new LinkedHashSet<>();

		private Line(String what, int atOnce, @Nullable AsyncLog log) {
			this.what = what;
			this.atOnce = atOnce;
			this.log = log;
		}

		/** Adds a task, which always runs, and returns at once. */
		@Override
		public void execute(Runnable task) {
			synchronized (this) {
				this.waiting.add(task);
			}
			begin();
		}

		/**
		 * Detects tasks that take long, and begins waiting ones. Has to be called about
		 * twice a second.
		 */
		public void look() {
			if (noteSlow() && this.log != null) {
				this.log.warn("{} has been running for over {} s. Later calls wait for it", this.what,
						SLOW.toSeconds());
			}
			begin();
		}

		private synchronized boolean noteSlow() {
			if (this.workers.isEmpty()) {
				return false;
			}
			long now = Delivery.this.ticker.nanos();
			boolean found = false;
			for (Worker worker : this.workers) {
				if (worker.thread != null && !worker.slow && now - worker.since >= SLOW.toNanos()) {
					worker.slow = true;
					countSlow(1);
					found = true;
				}
			}
			return found;
		}

		private void begin() {
			Worker worker = nextWorker();
			if (worker != null && ForeignCode.call(Delivery.this.pool::execute, worker) != null) {
				// No thread is available. The next look tries again
				end(worker);
			}
		}

		private synchronized @Nullable Worker nextWorker() {
			if (this.waiting.isEmpty() || this.workers.size() >= this.atOnce || isAnyQuick(null)) {
				return null;
			}
			Worker worker = new Worker(this);
			this.workers.add(worker);
			return worker;
		}

		@SuppressWarnings("ReferenceEquality") // a worker is an object
		private boolean isAnyQuick(@Nullable Worker except) {
			return this.workers.stream().anyMatch((worker) -> worker != except && !worker.slow);
		}

		/** Returns the next task, or {@code null} if there is none for this worker. */
		private synchronized @Nullable Runnable take(Worker worker) {
			quickAgain(worker);
			// A pool may refuse a worker and run it nevertheless
			if (!this.workers.contains(worker) || this.waiting.isEmpty() || isAnyQuick(worker)) {
				return null;
			}
			worker.since = Delivery.this.ticker.nanos();
			worker.thread = Thread.currentThread();
			return this.waiting.remove();
		}

		private synchronized void end(Worker worker) {
			this.workers.remove(worker);
			worker.thread = null;
			quickAgain(worker);
		}

		private void quickAgain(Worker worker) {
			if (worker.slow) {
				worker.slow = false;
				countSlow(-1);
			}
		}

		/** Runs the waiting tasks on this thread. */
		public void runWaiting() {
			List<Runnable> tasks;
			synchronized (this) {
				tasks = List.copyOf(this.waiting);
				this.waiting.clear();
			}
			tasks.forEach(this::run);
		}

		private void run(Runnable task) {
			DELIVERING.set(true);
			Throwable thrown = ForeignCode.call(Runnable::run, task);
			DELIVERING.remove();
			if (thrown != null && this.log != null) {
				this.log.warn("{} failed", this.what, thrown);
			}
			else if (thrown != null) {
				cannotLog(thrown);
			}
		}

		/**
		 * Returns a thread that runs a task now.
		 * @return the thread, or {@code null} if there is none
		 */
		public synchronized @Nullable Thread thread() {
			return this.workers.isEmpty() ? null : this.workers.iterator().next().thread;
		}

	}

	/** Runs tasks of a line until others have to come first. */
	private static final class Worker implements Runnable {

		private final Line line;

		// Guarded by the line
		private @Nullable Thread thread;

		private long since;

		private boolean slow;

		Worker(Line line) {
			this.line = line;
		}

		@Override
		public void run() {
			try {
				Runnable task = this.line.take(this);
				for (int i = 0; task != null; i++) {
					this.line.run(task);
					task = (i < IN_A_ROW) ? this.line.take(this) : null;
				}
			}
			finally {
				this.line.end(this);
				this.line.begin();
			}
		}

	}

}
