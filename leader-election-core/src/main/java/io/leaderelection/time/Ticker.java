/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

/**
 * A monotonic clock, for deadlines. Only differences of readings have a meaning, and they
 * are compared by subtraction because readings may overflow.
 */
@FunctionalInterface
public interface Ticker {

	/**
	 * The current reading.
	 * @return nanoseconds since an arbitrary origin
	 */
	long nanos();

	/**
	 * The ticker of this process. On Linux it counts while the process is stopped, but
	 * not while the host is suspended.
	 * @return a ticker over {@link System#nanoTime()}
	 */
	static Ticker system() {
		return System::nanoTime;
	}

}
