/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Fills the heap to the last byte, and fills again what becomes free.
 */
final class FullHeap {

	/**
	 * How much smaller the next block is. Each failed attempt costs two collections of
	 * the whole heap: not too many steps.
	 */
	private static final int SMALLER = 16;

	/** Others begin to fail when that much is not free any more. */
	private static final int BUFFER = 64 * 1024;

	private static final int LARGEST_BLOCK = SMALLER * BUFFER;

	/** Between two attempts others get to run, and to fail. */
	private static final long ATTEMPT_NANOS = 1_000_000;

	private FullHeap() {
	}

	/**
	 * Fills the heap until a condition holds, then frees it.
	 * @param over asked again and again once the heap is full; must not allocate
	 * @return how it went
	 */
	static Hold until(BooleanSupplier over) {
		Block last = null;
		int size = LARGEST_BLOCK;
		long refused = 0;
		long since = 0;
		while (refused == 0 || !over.getAsBoolean()) {
			try {
				last = new Block(last, new byte[size]);
			}
			catch (OutOfMemoryError ex) {
				if (size > 0) {
					since = (size == BUFFER) ? System.nanoTime() : since;
					size /= SMALLER;
				}
				else {
					refused++;
					LockSupport.parkNanos(ATTEMPT_NANOS);
				}
			}
		}
		last = null;
		return new Hold(since, refused);
	}

	/**
	 * A time in which the heap was full.
	 *
	 * @param since stamp from which on others failed, too
	 * @param refused how many attempts to allocate an empty array failed
	 */
	record Hold(long since, long refused) {
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
