/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

/**
 * Receives the events of a schedule as lines.
 */
public interface ScheduleTrace {

	/**
	 * Receives a line.
	 * @param line the line
	 */
	void line(String line);

}
