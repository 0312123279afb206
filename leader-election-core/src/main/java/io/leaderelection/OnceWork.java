/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Duration;

/**
 * Work that one candidate does for all. See
 * {@link LeaderElections#runOnce(String, OnceWork, Duration)}.
 *
 * @param <X> the checked exception that the work may throw
 */
@FunctionalInterface
public interface OnceWork<X extends Exception> {

	/**
	 * Does the work, on the thread that called {@code runOnce} and to which the term is
	 * {@linkplain Leadership#current() bound}.
	 * @param leadership the term in which the work is done. Its fencing token rises from
	 * one attempt at this work to the next
	 * @throws X if the work failed: it is not recorded as done
	 */
	void run(Leadership leadership) throws X;

}
