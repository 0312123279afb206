/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

import io.leaderelection.time.Scheduler;
import io.leaderelection.time.WallClock;

/**
 * The services that all jobs share.
 *
 * @param clock the wall clock
 * @param scheduler runs delayed tasks
 * @param operationTimeout how long a command to the store may take, by election
 * @param listeners the listeners of outcomes
 */
record TickContext(WallClock clock, Scheduler scheduler, Function<String, Duration> operationTimeout,
		TickListener listeners) {

	Instant now() {
		return Instant.ofEpochMilli(this.clock.millis());
	}

}
