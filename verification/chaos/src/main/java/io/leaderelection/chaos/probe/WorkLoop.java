/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.leaderelection.LeadershipLostException;

/**
 * Calls the guarded method repeatedly on a thread of its own. A thread of the application
 * would be blocked while the executors are saturated, and a scheduler would drop the task
 * after the first {@link OutOfMemoryError} of its own code.
 */
final class WorkLoop {

	private static final long INTERVAL_NANOS = 50_000_000;

	private static final long PATIENCE_SECONDS = 10;

	private final ProbeWork work;

	private final Thread thread = new Thread(this::run, "chaos-work");

	private volatile boolean ends;

	WorkLoop(ProbeWork work) {
		this.work = work;
		this.thread.setDaemon(true);
	}

	void start() {
		this.thread.start();
	}

	void end() throws InterruptedException {
		this.ends = true;
		this.thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
		if (this.thread.isAlive()) {
			throw new IllegalStateException("The work did not end within " + PATIENCE_SECONDS + " s");
		}
	}

	private void run() {
		while (!this.ends) {
			try {
				call();
			}
			catch (OutOfMemoryError ex) {
				// There was no memory to log the failure; the next call tries again
			}
			// An interrupt that arrived after the work must not affect the next call
			Thread.interrupted();
			LockSupport.parkNanos(INTERVAL_NANOS);
		}
	}

	private void call() {
		try {
			this.work.call(System.nanoTime());
		}
		catch (LeadershipLostException ex) {
			// Expected: the history has the work with its outcome
			return;
		}
		catch (Exception | OutOfMemoryError ex) {
			// Not fatal: the history records it as failed, the log its cause
			System.err.println("Work failed: " + ex);
		}
	}

}
