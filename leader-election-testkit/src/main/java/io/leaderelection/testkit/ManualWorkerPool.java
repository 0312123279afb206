/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import io.leaderelection.time.WorkerPool;

/**
 * A pool without threads: its tasks run one after the other as manual time is run.
 */
final class ManualWorkerPool implements WorkerPool {

	private final ManualTime time;

	private final ManualScheduler scheduler;

	private volatile boolean closed;

	ManualWorkerPool(ManualTime time) {
		this.time = time;
		this.scheduler = time.newScheduler();
	}

	@Override
	public void execute(Runnable task) {
		if (!this.closed) {
			this.scheduler.execute(task);
		}
	}

	@Override
	public void resize(int threads) {
		if (threads < 1) {
			throw new IllegalArgumentException("A pool needs at least one thread, not " + threads);
		}
	}

	/**
	 * Accepts no more tasks. Submitted tasks still run.
	 */
	@Override
	public void close() {
		this.closed = true;
		this.time.remove(this.scheduler);
	}

}
