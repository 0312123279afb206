/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.jspecify.annotations.Nullable;

/**
 * Runs code of the application for one election, one task after the other: cancellations
 * of work, or callbacks of a handover. While a task takes long the next one runs in
 * parallel, up to a limit. Further tasks wait here, so that they delay no other election.
 */
final class BoundedLine {

	static final int AT_ONCE = 8;

	private final String election;

	private final EventDispatcher dispatcher;

	private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

	// Guarded by waiting

	/** The number of tasks that run, or are about to. */
	private int running;

	/** The number of these tasks that take long. */
	private int slow;

	BoundedLine(String election, EventDispatcher dispatcher) {
		this.election = election;
		this.dispatcher = dispatcher;
	}

	/**
	 * Adds a task, and returns at once. Throws if there is not enough memory to add it.
	 */
	void add(Runnable task) {
		this.waiting.add(task);
		try {
			runNext();
		}
		catch (Throwable ex) {
			// The next heartbeat tries again
		}
	}

	/** Runs the next waiting task if it may run now. */
	void runNext() {
		EventDispatcher.Line next = takeNext();
		if (next != null) {
			next.begin();
		}
	}

	private EventDispatcher.@Nullable Line takeNext() {
		synchronized (this.waiting) {
			Runnable task = this.waiting.peek();
			if (task == null || this.running > this.slow || this.running == AT_ONCE) {
				return null;
			}
			Run run = new Run(task);
			EventDispatcher.Line line = this.dispatcher.line(this.election, run, run::tooLong);
			// Nothing is allocated from here on
			this.waiting.remove();
			this.running++;
			return line;
		}
	}

	/** One task. */
	private final class Run implements Runnable {

		private final Runnable task;

		private boolean tooLong;

		private boolean ended;

		Run(Runnable task) {
			this.task = task;
		}

		@Override
		public void run() {
			try {
				this.task.run();
			}
			finally {
				ended();
				runNext();
			}
		}

		private void ended() {
			synchronized (BoundedLine.this.waiting) {
				this.ended = true;
				BoundedLine.this.running--;
				if (this.tooLong) {
					BoundedLine.this.slow--;
				}
			}
		}

		void tooLong() {
			synchronized (BoundedLine.this.waiting) {
				if (this.ended) {
					return;
				}
				this.tooLong = true;
				BoundedLine.this.slow++;
			}
			runNext();
		}

	}

}
