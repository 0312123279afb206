/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The treatment of ticks that were not run when they fell, or not to their end.
 *
 * @param catchUp whether the latest tick that fell while nobody led is run by whoever
 * leads next
 * @param maxLateness how late such a tick, or one that is run again, may begin;
 * {@code null} for until the next tick
 * @param runAgain whether a tick that was begun and not finished, because its leader died
 * or lost the term, is run again
 * @param maxAttempts how often a tick is begun in all
 */
public record TickPolicy(boolean catchUp, @Nullable Duration maxLateness, boolean runAgain, int maxAttempts) {

	/**
	 * Creates a policy.
	 * @param catchUp see above
	 * @param maxLateness see above
	 * @param runAgain see above
	 * @param maxAttempts see above
	 * @throws IllegalArgumentException if the lateness is not positive, or there is to be
	 * no attempt
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
