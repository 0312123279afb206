/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

/**
 * Steps the wall clock of the server, which determines leases, for good.
 *
 * @param name the name of the fault
 * @param sign the sign of the step; if it is positive, leases end early
 */
record SteppedServerClock(String name, int sign) implements Fault {

	@Override
	public Target target() {
		return Target.STORE;
	}

	@Override
	public boolean breaks() {
		return this.sign > 0;
	}

	@Override
	public Duration begin(Strike strike) {
		Duration step = strike.leases(1, 3);
		strike.store()
			.serverClock()
			.orElseThrow(() -> new IllegalStateException("The server's clock cannot be stepped"))
			.step((this.sign > 0) ? step : step.negated());
		// By then the earlier leases have ended or were renewed
		return strike.leases(1.5, 2);
	}

}
