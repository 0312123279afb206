/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

/**
 * Burdens a process from within: its own code uses up a resource.
 *
 * @param name the name of the fault
 * @param burden the name of the burden in the probe
 */
record BurdenedProcess(String name, String burden) implements Fault {

	@Override
	public Target target() {
		return Target.INSTANCE;
	}

	@Override
	public Duration begin(Strike strike) {
		Duration duration = strike.leases(1, 2);
		strike.instance().burden(this.burden, duration);
		return duration;
	}

}
