/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

/**
 * Is notified of what became of ticks.
 */
@FunctionalInterface
public interface TickObserver {

	/**
	 * Called under the lock of a lane: returns soon, and asks the lane nothing.
	 * @param outcome what became of them
	 * @param number how many ticks; 1,000 also stands for more
	 */
	void counted(TickOutcome outcome, int number);

}
