/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;

/**
 * Exhausts a resource that every thread of the process needs, for a limited time.
 *
 * @param history the history of this process
 * @param ledger the ledger of all processes
 */
record Exhaustion(HistoryWriter history, FencedLedger ledger) {

	/**
	 * Fills the heap. No thread writes to the ledger meanwhile: without memory it could
	 * fail to close the file, and the lock on it would block the other processes.
	 */
	void heap(Duration duration) throws InterruptedException {
		// Counts from when the heap is full, and must not allocate then
		long[] end = new long[1];
		FullHeap.Hold hold;
		this.ledger.lock();
		try {
			hold = FullHeap.until(() -> {
				end[0] = (end[0] != 0) ? end[0] : System.nanoTime() + duration.toNanos();
				return System.nanoTime() - end[0] >= 0;
			});
		}
		finally {
			this.ledger.unlock();
		}
		log("heap", hold.since(), hold.refused());
	}

	/** Prevents the process from starting threads. */
	void threads(Duration duration) {
		ThreadRefusal.during(() -> {
			long begin = System.nanoTime();
			for (long left = duration.toNanos(); left > 0; left = begin + duration.toNanos() - System.nanoTime()) {
				LockSupport.parkNanos(left);
			}
			log("threads", begin, 1);
		});
	}

	private void log(String what, long from, long refused) {
		this.history.write(HistoryEvent.of(EventKind.EXHAUSTED, from, System.nanoTime())
			.with("what", what)
			.with("refused", refused));
	}

}
