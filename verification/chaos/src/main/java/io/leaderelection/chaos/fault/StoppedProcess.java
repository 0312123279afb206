/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

/**
 * Stops a process by a signal for a while.
 *
 * @param name the name of the fault
 * @param weight how often it comes in a round
 * @param least the shortest duration, in leases
 * @param most the longest duration, in leases
 */
record StoppedProcess(String name, int weight, double least, double most) implements Fault {

	@Override
	public Target target() {
		return Target.INSTANCE;
	}

	@Override
	public Duration begin(Strike strike) {
		strike.instance().signal("STOP");
		return strike.leases(this.least, this.most);
	}

	@Override
	public void end(Strike strike) {
		strike.instance().signal("CONT");
	}

}
