/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.util.concurrent.Executor;

/**
 * A bounded pool of threads. Tasks wait in line; nothing is refused until it is closed,
 * and ignored after that.
 */
public interface WorkerPool extends Executor, AutoCloseable {

	/**
	 * Changes the bound.
	 * @param threads how many threads at most, at least 1
	 */
	void resize(int threads);

	/**
	 * Takes no more tasks; threads end when they are done. Interrupts nothing.
	 */
	@Override
	void close();

}
