/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The treatment of ticks that were not run when they were due, or not to their end.
 *
 * @param catchUp whether the next leader runs the latest tick that was due while nobody
 * led
 * @param maxLateness how late such a tick, or one that is run again, may begin;
 * {@code null} to allow it until the next tick
 * @param runAgain whether a tick that was begun and not finished, because its leader died
 * or lost the term, is run again
 * @param maxAttempts how often a tick is begun at most
 */
public record TickPolicy(boolean catchUp, @Nullable Duration maxLateness, boolean runAgain, int maxAttempts) {

	/**
	 * Creates a policy.
	 * @param catchUp see above
	 * @param maxLateness see above
	 * @param runAgain see above
	 * @param maxAttempts see above
	 * @throws IllegalArgumentException if the lateness is not positive, or the number of
	 * attempts is below 1
	 */
	public TickPolicy {
		if (maxLateness != null && (maxLateness.isNegative() || maxLateness.isZero())) {
			throw new IllegalArgumentException("maxLateness is " + maxLateness + ". It must be positive");
		}
		if (maxAttempts < 1) {
			throw new IllegalArgumentException("maxAttempts is " + maxAttempts + ". It must be at least 1");
		}
	}

}
