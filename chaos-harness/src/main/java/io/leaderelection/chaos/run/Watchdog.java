/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.HistoryEvent;
import io.leaderelection.chaos.history.HistoryWriter;

/**
 * Writes down when the harness itself does not get to run, as when the machine is
 * overloaded or suspended.
 */
final class Watchdog implements AutoCloseable {

	private static final long INTERVAL_NANOS = Duration.ofMillis(10).toNanos();

	private static final long STALL_NANOS = Duration.ofMillis(200).toNanos();

	private final HistoryWriter history;

	private final Thread thread = new Thread(this::run, "chaos-watchdog");

	private volatile boolean ends;

	private Watchdog(HistoryWriter history) {
		this.history = history;
		this.thread.setDaemon(true);
	}

	static Watchdog start(HistoryWriter history) {
		Watchdog watchdog = new Watchdog(history);
		watchdog.thread.start();
		return watchdog;
	}

	private void run() {
		long last = System.nanoTime();
		while (!this.ends) {
			LockSupport.parkNanos(INTERVAL_NANOS);
			long now = System.nanoTime();
			if (now - last > STALL_NANOS) {
				this.history.write(HistoryEvent.of(EventKind.WATCHDOG, last, now)
					.with("gapMillis", Duration.ofNanos(now - last).toMillis()));
			}
			last = now;
		}
	}

	@Override
	public void close() {
		this.ends = true;
		try {
			// The history is closed next
			this.thread.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
