/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import io.leaderelection.work.tick.TickOutcome;

/**
 * Listens to the outcomes of ticks, for meters.
 */
@FunctionalInterface
public interface TickListener {

	/**
	 * Called for each job before its first tick.
	 * @param election the name of the election
	 * @param tick the name of the tick
	 */
	default void announced(String election, String tick) {
	}

	/**
	 * Called on any thread. Must return quickly.
	 * @param election the name of the election
	 * @param tick the name of the tick
	 * @param outcome the outcome of the ticks
	 * @param number the number of ticks; 1,000 also stands for more
	 */
	void counted(String election, String tick, TickOutcome outcome, int number);

}
