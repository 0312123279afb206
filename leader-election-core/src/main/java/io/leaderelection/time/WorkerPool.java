/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.util.concurrent.Executor;

/**
 * A pool with a maximum number of threads. Tasks are queued without a limit; tasks
 * submitted after it is closed are ignored.
 */
public interface WorkerPool extends Executor, AutoCloseable {

	/**
	 * Changes the maximum number of threads, and starts threads for tasks that wait.
	 * @param threads the maximum number, at least 1
	 */
	void resize(int threads);

	/**
	 * Accepts no more tasks; threads end when all tasks are done. Interrupts no thread.
	 */
	@Override
	void close();

}
