/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

/**
 * The time of day, which may be stepped. For display, and as the second witness of a
 * deadline.
 */
@FunctionalInterface
public interface WallClock {

	/**
	 * The current time.
	 * @return milliseconds since the epoch
	 */
	long millis();

	/**
	 * The wall clock of this process.
	 * @return a clock over {@link System#currentTimeMillis()}
	 */
	static WallClock system() {
		return System::currentTimeMillis;
	}

}
