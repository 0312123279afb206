/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.HistoryEvent;
import io.leaderelection.chaos.history.HistoryWriter;

/**
 * Takes all of something that each thread of the process needs, holds it for a while, and
 * gives it back.
 */
final class Exhaustion {

	private final HistoryWriter history;

	private final FencedLedger ledger;

	Exhaustion(HistoryWriter history, FencedLedger ledger) {
		this.history = history;
		this.ledger = ledger;
	}

	/**
	 * Leaves no memory. Nobody writes the ledger meanwhile: without memory its file could
	 * not even be closed, and the lock on it would keep out the other processes.
	 */
	void heap(Duration duration) throws InterruptedException {
		Countdown countdown = new Countdown(duration);
		FullHeap.Hold hold;
		this.ledger.lock();
		try {
			hold = FullHeap.until(countdown::isOver);
		}
		finally {
			this.ledger.unlock();
		}
		tell("heap", hold.since(), hold.refused());
	}

	/** Keeps the process from starting any thread. */
	void threads(Duration duration) {
		ThreadRefusal.during(() -> {
			long begin = System.nanoTime();
			Countdown countdown = new Countdown(duration);
			while (!countdown.isOver()) {
				LockSupport.parkNanos(duration.toNanos());
			}
			tell("threads", begin, 1);
		});
	}

	private void tell(String what, long from, long refused) {
		this.history.write(HistoryEvent.of(EventKind.EXHAUSTED, from, System.nanoTime())
			.with("what", what)
			.with("refused", refused));
	}

	/** Begins when it is asked first. */
	private static final class Countdown {

		private final long nanos;

		private boolean begun;

		private long end;

		Countdown(Duration duration) {
			this.nanos = duration.toNanos();
		}

		boolean isOver() {
			if (!this.begun) {
				this.begun = true;
				this.end = System.nanoTime() + this.nanos;
			}
			return System.nanoTime() - this.end >= 0;
		}

	}

}
