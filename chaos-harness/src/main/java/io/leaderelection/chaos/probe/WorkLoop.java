/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.leaderelection.LeadershipLostException;

/**
 * Calls the guarded method again and again, on a thread of its own: one of the
 * application's would stand still where those are saturated.
 */
final class WorkLoop {

	private static final long INTERVAL_MILLIS = 50;

	private static final long PATIENCE_SECONDS = 10;

	private final ProbeWork work;

	private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread thread = new Thread(task, "chaos-work");
		thread.setDaemon(true);
		return thread;
	});

	WorkLoop(ProbeWork work) {
		this.work = work;
	}

	@SuppressWarnings("FutureReturnValueIgnored") // each call catches what it throws
	void start() {
		this.executor.scheduleWithFixedDelay(this::call, 0, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
	}

	void end() throws InterruptedException {
		this.executor.shutdown();
		if (!this.executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
			throw new IllegalStateException("The work does not end");
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
			// Next time is another one: it is in the history as failed, and in the log
			System.err.println("Work failed: " + ex);
		}
	}

}
