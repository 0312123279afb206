/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import io.leaderelection.work.tick.TickOutcome;

/**
 * Is notified of what became of ticks, for meters.
 */
@FunctionalInterface
public interface TickListener {

	/**
	 * There is a job. Called before its first tick.
	 * @param election the name of the election
	 * @param tick the name of the tick
	 */
	default void announced(String election, String tick) {
	}

	/**
	 * Called on any thread; returns soon.
	 * @param election the name of the election
	 * @param tick the name of the tick
	 * @param outcome what became of them
	 * @param number how many ticks; 1,000 also stands for more
	 */
	void counted(String election, String tick, TickOutcome outcome, int number);

}
