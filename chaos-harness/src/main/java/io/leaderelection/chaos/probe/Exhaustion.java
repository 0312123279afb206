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
import org.jspecify.annotations.Nullable;

/**
 * Takes all of something that each thread of the process needs, holds it for a while, and
 * gives it back.
 */
final class Exhaustion {

	private static final int LARGEST_BLOCK = 1024 * 1024;

	/**
	 * Each failed attempt costs two collections of the whole heap: not too many steps.
	 */
	private static final int SMALLER = 16;

	/** Between two attempts others get to run, and to fail. */
	private static final long ATTEMPT_NANOS = 1_000_000;

	private final HistoryWriter history;

	private final FencedLedger ledger;

	Exhaustion(HistoryWriter history, FencedLedger ledger) {
		this.history = history;
		this.ledger = ledger;
	}

	/**
	 * Fills the heap to the last byte, and fills again what becomes free. Nobody writes
	 * the ledger meanwhile: without memory its file could not even be closed, and the
	 * lock on it would keep out the other processes.
	 */
	void heap(Duration duration) throws InterruptedException {
		this.ledger.lock();
		try {
			fillHeap(duration.toNanos());
		}
		finally {
			this.ledger.unlock();
		}
	}

	private void fillHeap(long nanos) {
		Block last = null;
		int size = LARGEST_BLOCK;
		long refused = 0;
		long full = 0;
		while (full == 0 || System.nanoTime() - full < nanos) {
			try {
				last = new Block(last, new byte[size]);
			}
			catch (OutOfMemoryError ex) {
				if (size > 0) {
					size /= SMALLER;
				}
				else {
					full = (full == 0) ? System.nanoTime() : full;
					refused++;
					LockSupport.parkNanos(ATTEMPT_NANOS);
				}
			}
		}
		last = null;
		tell("heap", full, refused);
	}

	/** Keeps the process from starting any thread. */
	void threads(Duration duration) {
		ThreadRefusal.during(() -> {
			long begin = System.nanoTime();
			for (long left = duration.toNanos(); left > 0; left = begin + duration.toNanos() - System.nanoTime()) {
				LockSupport.parkNanos(left);
			}
			tell("threads", begin, 1);
		});
	}

	private void tell(String what, long from, long refused) {
		this.history.write(HistoryEvent.of(EventKind.EXHAUSTED, from, System.nanoTime())
			.with("what", what)
			.with("refused", refused));
	}

	/**
	 * A part of the heap. A list of them would need memory of its own.
	 *
	 * @param former the one before
	 * @param bytes what it takes
	 */
	private record Block(@Nullable Block former, byte[] bytes) {
	}

}
