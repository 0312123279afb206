/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reports exceptions of tasks on threads that continue nevertheless. Never throws, but
 * has to be loaded before memory is short.
 */
final class Uncaught {

	/**
	 * A pause, because with too little memory another attempt at once would only use the
	 * processor.
	 */
	private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

	private Uncaught() {
	}

	/** Loads this class while there is memory for it. */
	static void prepare() {
		// The call loads the class
	}

	/**
	 * Runs a task. Its exception is reported, and an interrupt flag that it leaves, which
	 * would end every wait of the thread at once, is cleared.
	 */
	static void run(Runnable task) {
		try {
			task.run();
		}
		catch (Throwable ex) {
			report(ex);
		}
		Thread.interrupted();
	}

	/**
	 * Passes an exception to the handler of the calling thread, and pauses for a moment.
	 */
	private static void report(Throwable thrown) {
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
