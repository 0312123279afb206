/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Logs what a task of one of our threads throws: it goes on. Never throws, but may not be
 * loaded for want of memory.
 */
final class Uncaught {

	/** Where memory is short, trying again at once would only take the processor. */
	private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

	private Uncaught() {
	}

	/** Has this class loaded while there is memory for it. */
	static void prepare() {
		// Calling it is enough
	}

	/** Hands it to the handler of the calling thread, and pauses for a moment. */
	static void report(Throwable thrown) {
		try {
			Thread thread = Thread.currentThread();
			thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
		}
		catch (Throwable ex) {
			// No caller is left to report to
		}
		LockSupport.parkNanos(PAUSE);
	}

}
