/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

/**
 * The time of day, which may be set. For display, and as the second clock of a deadline.
 */
@FunctionalInterface
public interface WallClock {

	/**
	 * Returns the current time.
	 * @return milliseconds since the epoch
	 */
	long millis();

	/**
	 * Returns the wall clock of this process.
	 * @return a clock over {@link System#currentTimeMillis()}
	 */
	static WallClock system() {
		return System::currentTimeMillis;
	}

}
