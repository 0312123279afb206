/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.SplittableRandom;

/**
 * Faults that let a leader believe in its term as long as the margin allows: it is cut
 * off from the store and, where machines may sleep, loses half of the margin in a sleep
 * that its clocks just do not show.
 */
record CornerFaults(Simulation simulation, Scenario scenario, SplittableRandom random) {

	/** The wall clock is read in milliseconds, at the beginning and at the end. */
	private static final long UNSEEN = 2 * Draws.MILLISECOND;

	void next() {
		long pause = 3 * this.scenario.lease / 2 + this.random.nextLong(this.scenario.lease);
		this.simulation.after(pause, () -> {
			if (!this.simulation.healed) {
				this.simulation.leader().filter(SimulatedProcess::runs).ifPresent(this::inject);
				next();
			}
		});
	}

	private void inject(SimulatedCandidate leader) {
		this.simulation.fault(Fault.PARTITION, leader);
		leader.partitioned = true;
		this.simulation.after(5 * this.scenario.lease / 4, () -> leader.partitioned = false);
		if (this.scenario.sleeps) {
			this.simulation.after(this.random.nextLong(this.scenario.lease / 2), () -> sleep(leader));
		}
	}

	private void sleep(SimulatedCandidate leader) {
		if (leader.runs() && !this.simulation.healed) {
			this.simulation.fault(Fault.MACHINE_SUSPENDED, leader);
			leader.suspend();
			long asleep = (long) ((this.scenario.tolerance - UNSEEN) / (1 - this.scenario.largestRateError));
			this.simulation.after(asleep, () -> this.simulation.resume(leader));
		}
	}

}
