/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import io.leaderelection.time.Ticker;
import io.leaderelection.time.WallClock;

/**
 * One look at both clocks.
 *
 * @param ticker the ticker in nanoseconds
 * @param wall the wall clock in milliseconds
 */
public record Moment(long ticker, long wall) {

	static Moment now(Ticker ticker, WallClock wall) {
		return new Moment(ticker.nanos(), wall.millis());
	}

}
