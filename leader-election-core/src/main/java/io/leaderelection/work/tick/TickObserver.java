/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

/**
 * Observer of the outcomes of ticks.
 */
@FunctionalInterface
public interface TickObserver {

	/**
	 * Called under the lock of a lane: must return soon, and not call the lane.
	 * @param outcome the outcome
	 * @param number the number of ticks; 1,000 also for more
	 */
	void counted(TickOutcome outcome, int number);

}
