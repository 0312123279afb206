/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

/**
 * A monotonic clock, for deadlines. Only differences of readings have a meaning. Compare
 * readings by subtraction, because they may overflow.
 */
@FunctionalInterface
public interface Ticker {

	/**
	 * Returns the current reading.
	 * @return nanoseconds since an arbitrary origin
	 */
	long nanos();

	/**
	 * Returns the ticker of this process. On Linux it counts while the process is
	 * stopped, but not while the host is suspended.
	 * @return a ticker over {@link System#nanoTime()}
	 */
	static Ticker system() {
		return System::nanoTime;
	}

}
