/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.simulation;

/**
 * Takes down what happens in a schedule.
 */
public interface ScheduleTrace {

	/**
	 * Takes a line.
	 * @param line the line
	 */
	void line(String line);

}
