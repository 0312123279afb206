/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * The clocks and threads that the library uses.
 */
public interface TimeSystem {

	/**
	 * Returns the monotonic clock.
	 * @return the ticker
	 */
	Ticker ticker();

	/**
	 * Returns the wall clock.
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
	 * Opens a scheduler with its own thread.
	 * @param threadName the name of the thread
	 * @return the scheduler, which the caller must close
	 */
	Scheduler scheduler(String threadName);

	/**
	 * Opens a pool of threads that are never interrupted. Threads are created on demand
	 * and end when idle.
	 * @param threadName the name of the threads, with a number
	 * @param threads the maximum number of threads
	 * @return the pool, which the caller must close
	 */
	WorkerPool workers(String threadName, int threads);

	/**
	 * Opens an executor for work that may run for hours and be interrupted: it runs each
	 * task at once, on a thread that does nothing else meanwhile. It need not be closed.
	 * @param threadName the name of the threads
	 * @return the executor; by default a pool with one thread, which suits a caller that
	 * hands over one task at a time
	 */
	default Executor taskExecutor(String threadName) {
		return workers(threadName, 1);
	}

	/**
	 * Keeps the process alive, as a server's threads do, until the returned action runs.
	 * @param threadName the name of the thread that does so
	 * @return the action that ends it, which may run on any thread and more than once; by
	 * default nothing keeps the process alive
	 */
	default Runnable keepProcessAlive(String threadName) {
		return () -> {
		};
	}

	/**
	 * Returns this time system with other threads for long work, such as virtual ones.
	 * @param executors opens an executor with the contract of
	 * {@link #taskExecutor(String)}, given the name for its threads; it must not run
	 * tasks on the calling thread
	 * @return a view of this time system
	 */
	default TimeSystem withTaskExecutors(Function<String, Executor> executors) {
		return new OtherTaskExecutors(this, executors);
	}

	/**
	 * Returns the clocks and threads of this process. All threads are daemons, but for
	 * that of {@link #keepProcessAlive(String)}.
	 * @return the system's time
	 */
	static TimeSystem system() {
		return SystemTime.INSTANCE;
	}

}
