/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

/**
 * Freezes a process by its control group for longer than its lease.
 */
final class FrozenGroup implements Fault {

	@Override
	public String name() {
		return "freezer";
	}

	@Override
	public Target target() {
		return Target.INSTANCE;
	}

	@Override
	public Duration begin(Strike strike) {
		strike.instance().freeze();
		return strike.leases(1.2, 2.2);
	}

	@Override
	public void end(Strike strike) {
		strike.instance().thaw();
	}

}
