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
 * A pool that gives a task to a thread that waits for one, makes another thread only if
 * there is none and the bound allows it, and lets the task wait in line otherwise.
 * {@link ThreadPoolExecutor} by itself makes threads up to its core size although others
 * are idle, and beyond that only when its queue is full.
 */
final class ReusingWorkerPool implements WorkerPool {

	private static final Duration IDLE = Duration.ofSeconds(10);

	private final Line line = new Line();

	private final ThreadPoolExecutor executor;

	ReusingWorkerPool(ThreadFactory threads, int most) {
		this.executor = new ThreadPoolExecutor(0, most, IDLE.toSeconds(), TimeUnit.SECONDS, this.line, threads,
				(task, refusing) -> waitInLine(task));
	}

	private void waitInLine(Runnable task) {
		if (!this.executor.isShutdown()) {
			this.line.append(task);
			if (this.executor.getPoolSize() == 0) {
				// All threads have ended in between
				lookIntoLine();
			}
		}
	}

	/** By a thread that has nothing else to do. */
	private void lookIntoLine() {
		this.executor.execute(() -> {
		});
	}

	@Override
	public void execute(Runnable task) {
		this.executor.execute(task);
	}

	@Override
	public void resize(int threads) {
		int more = threads - this.executor.getMaximumPoolSize();
		this.executor.setMaximumPoolSize(threads);
		for (int i = 0; i < more && !this.line.isEmpty(); i++) {
			lookIntoLine();
		}
	}

	@Override
	public void close() {
		this.executor.shutdown();
	}

	/** Takes a task of the executor only if a thread waits for it. */
	private static final class Line extends LinkedTransferQueue<Runnable> {

		private static final long serialVersionUID = 1;

		@Override
		public boolean offer(Runnable task) {
			return tryTransfer(task);
		}

		/** Not {@code add}: that is an {@code offer} in later JDKs. */
		void append(Runnable task) {
			super.offer(task);
		}

	}

}
