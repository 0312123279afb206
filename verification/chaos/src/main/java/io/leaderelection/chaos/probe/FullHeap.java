/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Fills the heap until no object can be allocated.
 */
final class FullHeap {

	/**
	 * Size of the blocks that fill the heap until one is refused. Then empty blocks fill
	 * the rest at once: each refused allocation costs two collections of the whole heap,
	 * in every thread, and sizes in between would cost more of them.
	 */
	private static final int BLOCK = 64 * 1024;

	/** Pause between two attempts, in which the other threads run and fail. */
	private static final long ATTEMPT_NANOS = 50_000_000;

	private FullHeap() {
	}

	/**
	 * Fills the heap, allocates whatever becomes free until a condition holds, and then
	 * frees everything.
	 * @param over a condition evaluated repeatedly once the heap is full; must not
	 * allocate
	 * @return when the heap was full
	 */
	static Hold until(BooleanSupplier over) {
		// Each block refers to the one before it, because a list would allocate itself
		@Nullable Object @Nullable [] last = null;
		int size = BLOCK;
		long refused = 0;
		long since = 0;
		while (refused == 0 || !over.getAsBoolean()) {
			try {
				last = new @Nullable Object[] { last, new byte[size] };
			}
			catch (OutOfMemoryError ex) {
				if (size > 0) {
					since = System.nanoTime();
					size = 0;
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
	 * The time for which the heap was full.
	 *
	 * @param since stamp from which other threads failed to allocate
	 * @param refused number of failed attempts to allocate an empty array
	 */
	record Hold(long since, long refused) {
	}

}
