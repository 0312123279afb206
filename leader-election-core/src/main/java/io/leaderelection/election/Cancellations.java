/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Cancels the work of one election, one piece after the other. A cancellation that takes
 * long gets another beside it, up to a bound; what would go beyond that waits here, and
 * so holds up no other election.
 */
final class Cancellations {

	static final int AT_ONCE = 8;

	private final String election;

	private final EventDispatcher dispatcher;

	private final Deque<Runnable> waiting = new ArrayDeque<>();

	/** Those that run, or are about to. */
	private int running;

	/** Those of them that take long. */
	private int slow;

	Cancellations(String election, EventDispatcher dispatcher) {
		this.election = election;
		this.dispatcher = dispatcher;
	}

	/** Returns at once. */
	void add(Runnable cancellation) {
		synchronized (this.waiting) {
			this.waiting.add(cancellation);
		}
		runNext();
	}

	private void runNext() {
		Run run;
		synchronized (this.waiting) {
			if (this.waiting.isEmpty() || this.running > this.slow || this.running == AT_ONCE) {
				return;
			}
			this.running++;
			run = new Run(this.waiting.remove());
		}
		this.dispatcher.line(this.election, run::tooLong).deliver(run);
	}

	/** One cancellation. */
	private final class Run implements Runnable {

		private final Runnable cancellation;

		private boolean tooLong;

		private boolean ended;

		Run(Runnable cancellation) {
			this.cancellation = cancellation;
		}

		@Override
		public void run() {
			try {
				this.cancellation.run();
			}
			finally {
				ended();
				runNext();
			}
		}

		private void ended() {
			synchronized (Cancellations.this.waiting) {
				this.ended = true;
				Cancellations.this.running--;
				if (this.tooLong) {
					Cancellations.this.slow--;
				}
			}
		}

		void tooLong() {
			synchronized (Cancellations.this.waiting) {
				if (this.ended) {
					return;
				}
				this.tooLong = true;
				Cancellations.this.slow++;
			}
			runNext();
		}

	}

}
