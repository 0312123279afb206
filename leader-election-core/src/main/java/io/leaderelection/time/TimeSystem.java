/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

/**
 * Clocks and threads, as one collaborator.
 */
public interface TimeSystem {

	/**
	 * The monotonic clock.
	 * @return the ticker
	 */
	Ticker ticker();

	/**
	 * The time of day.
	 * @return the wall clock
	 */
	WallClock wallClock();

	/**
	 * Opens a scheduler with a thread of its own.
	 * @param threadName names the thread
	 * @return the scheduler, to be closed by the caller
	 */
	Scheduler scheduler(String threadName);

	/**
	 * Opens a pool of threads that nobody interrupts. Threads are made on demand and end
	 * when idle.
	 * @param threadName names the threads, with a number
	 * @param threads how many at most
	 * @return the pool, to be closed by the caller
	 */
	WorkerPool workers(String threadName, int threads);

	/**
	 * The clocks and threads of this process. All threads are daemons.
	 * @return the system's time
	 */
	static TimeSystem system() {
		return SystemTime.INSTANCE;
	}

}
