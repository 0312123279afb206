/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import io.leaderelection.time.WorkerPool;

/**
 * A pool of threads whose tasks are counted.
 */
final class TrackedWorkers implements WorkerPool {

	private final WorkerPool threads;

	private final Activity activity;

	private boolean closed;

	TrackedWorkers(WorkerPool threads, Activity activity) {
		this.threads = threads;
		this.activity = activity;
	}

	@Override
	public synchronized void execute(Runnable task) {
		if (this.closed) {
			// The pool would ignore it, too, so it must not be counted
			return;
		}
		this.activity.handover(this.activity.begin(task), this.threads);
	}

	@Override
	public void resize(int threads) {
		this.threads.resize(threads);
	}

	@Override
	public synchronized void close() {
		this.closed = true;
		this.threads.close();
	}

}
