/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.util.concurrent.Executor;
import java.util.function.Function;

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
	 * Reads both clocks.
	 * @return the moment
	 */
	default Moment now() {
		return new Moment(ticker().nanos(), wallClock().millis());
	}

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
	 * Opens an executor for work that may last for hours and be interrupted: it runs each
	 * task at once, on a thread that does nothing else meanwhile. It need not be closed.
	 * @param threadName names the threads
	 * @return the executor; by default a pool with one thread, which suits a caller that
	 * hands over one task at a time
	 */
	default Executor taskExecutor(String threadName) {
		return workers(threadName, 1);
	}

	/**
	 * This time system with other threads for long work, such as virtual ones.
	 * @param executors opens an executor, given the name for its threads, as
	 * {@link #taskExecutor(String)} says; it must run no task on the calling thread
	 * @return a view of this time system
	 */
	default TimeSystem withTaskExecutors(Function<String, Executor> executors) {
		return new OtherTaskExecutors(this, executors);
	}

	/**
	 * The clocks and threads of this process. All threads are daemons.
	 * @return the system's time
	 */
	static TimeSystem system() {
		return SystemTime.INSTANCE;
	}

}
