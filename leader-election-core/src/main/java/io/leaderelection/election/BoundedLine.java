/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Runs code of the application for one election, one piece after the other: cancellations
 * of work, or what was attached to a hand-over. A piece that takes long gets another
 * beside it, up to a bound; what would go beyond that waits here, and so holds up no
 * other election.
 */
final class BoundedLine {

	static final int AT_ONCE = 8;

	private final String election;

	private final EventDispatcher dispatcher;

	private final Deque<Runnable> waiting = new ArrayDeque<>();

	/** Those that run, or are about to. */
	private int running;

	/** Those of them that take long. */
	private int slow;

	BoundedLine(String election, EventDispatcher dispatcher) {
		this.election = election;
		this.dispatcher = dispatcher;
	}

	/** Returns at once. */
	void add(Runnable piece) {
		synchronized (this.waiting) {
			this.waiting.add(piece);
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

	/** One piece. */
	private final class Run implements Runnable {

		private final Runnable piece;

		private boolean tooLong;

		private boolean ended;

		Run(Runnable piece) {
			this.piece = piece;
		}

		@Override
		public void run() {
			try {
				this.piece.run();
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
