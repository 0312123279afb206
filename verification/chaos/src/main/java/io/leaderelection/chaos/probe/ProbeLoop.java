/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.util.concurrent.locks.LockSupport;

/**
 * Repeats a step on a thread of its own. A thread of the application would be blocked
 * while the executors are saturated, and a scheduler would drop the step after the first
 * {@link OutOfMemoryError}. If the step fails otherwise, the process exits, because a run
 * without it would prove nothing.
 */
final class ProbeLoop {

	/** Each failed allocation stops all threads for two collections. */
	private static final long NO_MEMORY_NANOS = 50_000_000;

	private final long intervalNanos;

	private final Runnable step;

	private final Thread thread;

	private volatile boolean ends;

	/**
	 * Creates a loop.
	 * @param name the name of the thread
	 * @param intervalNanos the pause between two steps
	 * @param step the step
	 */
	ProbeLoop(String name, long intervalNanos, Runnable step) {
		this.intervalNanos = intervalNanos;
		this.step = step;
		this.thread = new Thread(this::run, name);
		this.thread.setDaemon(true);
		this.thread.setUncaughtExceptionHandler(ProbeLoop::failed);
	}

	private static void failed(Thread thread, Throwable failure) {
		try {
			System.err.printf("%s failed: %s%n", thread.getName(), failure);
		}
		finally {
			Runtime.getRuntime().halt(70);
		}
	}

	void start() {
		this.thread.start();
	}

	/** Ends after the present step, and waits for that if it was started. */
	void end() throws InterruptedException {
		this.ends = true;
		this.thread.join();
	}

	/** Interrupts the present step, and ends. */
	void interrupt() {
		this.ends = true;
		this.thread.interrupt();
	}

	private void run() {
		while (!this.ends) {
			try {
				this.step.run();
			}
			catch (OutOfMemoryError ex) {
				// The history shows the gap: fewer lines prove less, but nothing false
				LockSupport.parkNanos(NO_MEMORY_NANOS);
			}
			LockSupport.parkNanos(this.intervalNanos);
		}
	}

}
