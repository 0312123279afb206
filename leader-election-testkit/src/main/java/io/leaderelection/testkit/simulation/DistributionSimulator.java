/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.simulation;

/**
 * Runs instances with priorities and spread against a model of the store, under faults,
 * and checks that what they prefer comes true and that nothing flaps. The rules run here
 * are those of production. Several threads may run schedules at the same time.
 */
public final class DistributionSimulator {

	private final DistributionSeams seams;

	/**
	 * Creates a simulator.
	 * @param seams what schedules are made of
	 */
	public DistributionSimulator(DistributionSeams seams) {
		this.seams = seams;
	}

	/**
	 * Runs a schedule.
	 * @param seed what decides everything in it
	 * @return what it came to
	 * @throws InvariantViolation if an invariant is violated
	 */
	public DistributionResult run(long seed) {
		return new DistributionSimulation(seed, this.seams, null).run();
	}

	/**
	 * Runs a schedule and reports its events.
	 * @param seed what decides everything in it
	 * @param trace takes the lines
	 * @return what it came to
	 * @throws InvariantViolation if an invariant is violated
	 */
	public DistributionResult replay(long seed, ScheduleTrace trace) {
		trace.line("Run again with: mvn -pl leader-election-testkit -am test -Dtest=DistributionSimulationTests "
				+ "-Ddistribution.seed=" + seed + " -Dsurefire.failIfNoSpecifiedTests=false");
		return new DistributionSimulation(seed, this.seams, trace).run();
	}

}
