/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The clocks and threads of this process.
 */
@SuppressWarnings("ImmutableEnumChecker") // both clocks are without state
enum SystemTime implements TimeSystem {

	INSTANCE;

	private final Ticker ticker = Ticker.system();

	private final WallClock wallClock = WallClock.system();

	@Override
	public Ticker ticker() {
		return this.ticker;
	}

	@Override
	public WallClock wallClock() {
		return this.wallClock;
	}

	@Override
	public Scheduler scheduler(String threadName) {
		return new SystemScheduler(threadName);
	}

	@Override
	public WorkerPool workers(String threadName, int threads) {
		AtomicInteger number = new AtomicInteger();
		return new ReusingWorkerPool((task) -> daemons(threadName + "-" + number.incrementAndGet()).newThread(task),
				threads);
	}

	@Override
	public Executor taskExecutor(String threadName) {
		ThreadFactory factory = daemons(threadName);
		return (task) -> factory.newThread(task).start();
	}

	private static final class SystemScheduler implements Scheduler {

		private final ScheduledThreadPoolExecutor executor;

		private volatile boolean closed;

		SystemScheduler(String threadName) {
			this.executor = new ScheduledThreadPoolExecutor(1, daemons(threadName),
					new ThreadPoolExecutor.DiscardPolicy());
			this.executor.setRemoveOnCancelPolicy(true);
			this.executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		}

		@Override
		public void execute(Runnable task) {
			this.executor.execute(unlessClosed(task));
		}

		@Override
		public Cancellation schedule(Duration delay, Runnable task) {
			Future<?> future = this.executor.schedule(unlessClosed(task), delay.toNanos(), TimeUnit.NANOSECONDS);
			return () -> future.cancel(false);
		}

		@Override
		public void close() {
			this.closed = true;
			// Runs what is due by now, to no effect. If the queue were emptied, a thread
			// that has seen something there would wait for ever
			this.executor.shutdown();
		}

		private Runnable unlessClosed(Runnable task) {
			return () -> {
				if (!this.closed) {
					task.run();
				}
			};
		}

	}

	private static ThreadFactory daemons(String name) {
		return (task) -> {
			Thread thread = new Thread(task, name);
			thread.setDaemon(true);
			return thread;
		};
	}

}
