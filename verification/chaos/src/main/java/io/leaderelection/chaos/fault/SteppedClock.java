/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

import io.leaderelection.servers.FakeTime;

/**
 * Steps the wall clock of an instance, and back after a while.
 *
 * @param name the name of the fault
 * @param sign the sign of the first step
 */
record SteppedClock(String name, int sign) implements Fault {

	/** From less than a lease to more than any lease. */
	private static final int[] SECONDS = { 1, 3, 60, 7200 };

	@Override
	public Target target() {
		return Target.INSTANCE;
	}

	@Override
	public Duration begin(Strike strike) {
		int seconds = SECONDS[strike.random().nextInt(SECONDS.length)];
		clock(strike).step(Duration.ofSeconds((long) this.sign * seconds));
		// The instance notices it within a second
		return Duration.ofSeconds(1).plus(strike.leases(0.5, 1.5));
	}

	@Override
	public void end(Strike strike) {
		clock(strike).step(clock(strike).offset().negated());
	}

	private static FakeTime clock(Strike strike) {
		return strike.instance().clock().orElseThrow(() -> new IllegalStateException("The clock cannot be stepped"));
	}

}
