/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.time.Duration;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A pool of the JDK that gives a task to an idle thread, starts another thread only if
 * there is none and the limit allows it, and queues the task otherwise. The JDK's pools
 * start a thread for each task until the limit is reached, so that a renewal every few
 * seconds would start one each time. No task ends a thread.
 */
final class SystemWorkerPool implements WorkerPool {

	private static final Duration IDLE = Duration.ofSeconds(10);

	private final IdleFirst waiting = new IdleFirst();

	private final ThreadPoolExecutor threads;

	SystemWorkerPool(ThreadFactory factory, int most) {
		this(factory, most, IDLE);
	}

	SystemWorkerPool(ThreadFactory factory, int most, Duration idle) {
		Uncaught.prepare();
		this.threads = new ThreadPoolExecutor(1, most, idle.toNanos(), TimeUnit.NANOSECONDS, this.waiting, factory,
				(task, pool) -> queue(task));
		this.threads.allowCoreThreadTimeOut(true);
	}

	@Override
	public void execute(Runnable task) {
		start(() -> Uncaught.run(task));
	}

	/** Starts a task, or queues it. If this throws, the task is not queued. */
	private void start(Runnable task) {
		try {
			this.threads.execute(task);
		}
		catch (Throwable ex) {
			// Another thread will run it; otherwise it was not accepted
			if (this.threads.getPoolSize() == 0) {
				throw ex;
			}
			queue(task);
		}
	}

	private void queue(Runnable task) {
		if (!this.threads.isShutdown()) {
			this.waiting.queue(task);
			// The last thread may just have ended
			if (this.threads.getPoolSize() == 0 && this.waiting.remove(task)) {
				this.threads.execute(task);
			}
		}
	}

	@Override
	public void resize(int threads) {
		this.threads.setMaximumPoolSize(threads);
		boolean grows = true;
		while (grows && this.threads.getPoolSize() < threads) {
			int before = this.threads.getPoolSize();
			Runnable first = this.waiting.poll();
			if (first != null) {
				startOrKeep(first);
			}
			grows = this.threads.getPoolSize() > before;
		}
	}

	private void startOrKeep(Runnable task) {
		boolean started = false;
		try {
			start(task);
			started = true;
		}
		finally {
			if (!started) {
				this.waiting.queue(task);
			}
		}
	}

	@Override
	public void close() {
		this.threads.shutdown();
	}

	/** A queue that accepts a task only for a thread that waits for one. */
	private static final class IdleFirst extends LinkedTransferQueue<Runnable> {

		private static final long serialVersionUID = 1;

		@Override
		public boolean offer(Runnable task) {
			return tryTransfer(task);
		}

		void queue(Runnable task) {
			super.offer(task);
		}

	}

}
