/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;

/**
 * Runs code in Lincheck's model checker in many orders: it switches between the started
 * threads where they share state.
 */
public final class ModelCheck {

	/** The number of orders: more orders find more errors and take longer. */
	private static final int ORDERS = Integer.getInteger("model-checking.orders", 10);

	private ModelCheck() {
	}

	/**
	 * Runs code until an order is found in which it fails, or the limit is reached.
	 */
	public static void explore(Runnable run) {
		try {
			Lincheck.runConcurrentTest(ORDERS, run);
		}
		catch (LincheckAssertionError ex) {
			// On a busy machine the time may be spent on instrumenting classes
			if (!String.valueOf(ex.getMessage()).contains("has hung")) {
				throw ex;
			}
			Lincheck.runConcurrentTest(ORDERS, run);
		}
	}

	public static void check(boolean condition, String otherwise) {
		if (!condition) {
			throw new AssertionError(otherwise);
		}
	}

	/** Starts a thread that the model checker may switch to. */
	public static Task start(Runnable work) {
		Task task = new Task(work);
		task.thread.start();
		return task;
	}

	/** Runs each action on its own thread, until all have ended. */
	public static void run(Runnable... works) {
		Task[] tasks = new Task[works.length];
		for (int i = 0; i < works.length; i++) {
			tasks[i] = start(works[i]);
		}
		check(!joinAll(tasks), "interrupted");
	}

	/**
	 * Waits until threads have ended without an exception.
	 * @return whether the calling thread was interrupted before or while it waited
	 */
	public static boolean joinAll(Task... tasks) {
		boolean interrupted = false;
		for (Task task : tasks) {
			boolean joined = false;
			while (!joined) {
				try {
					task.thread.join();
					joined = true;
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		for (Task task : tasks) {
			if (task.failure != null) {
				throw task.failure;
			}
		}
		return Thread.interrupted() || interrupted;
	}

	/** An action on its own thread, which keeps its exception for the test. */
	public static final class Task {

		// Not a subclass of Thread, because the model checker would wait for its end in
		// vain
		private final Thread thread = new Thread(this::run);

		private final Runnable work;

		private AssertionError failure;

		private Task(Runnable work) {
			this.work = work;
		}

		private void run() {
			try {
				this.work.run();
			}
			catch (AssertionError ex) {
				this.failure = ex;
			}
			catch (RuntimeException ex) {
				this.failure = new AssertionError(ex);
			}
		}

	}

}
