/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.function.Consumer;

/**
 * Runs instances with priorities and spread against a model of the store, under faults,
 * and checks that elections are led as preferred, without unnecessary handovers. It runs
 * the production rules. Several threads may run schedules at the same time.
 */
public final class DistributionSimulator {

	private final DistributionSeams seams;

	/**
	 * Creates a simulator.
	 * @param seams the parts of the schedules
	 */
	public DistributionSimulator(DistributionSeams seams) {
		this.seams = seams;
	}

	/**
	 * Runs a schedule.
	 * @param seed the seed, which determines the schedule
	 * @return the result
	 * @throws InvariantViolation if an invariant is violated
	 */
	public DistributionResult run(long seed) {
		return new DistributionSimulation(seed, this.seams, null, DistributionScenario::new).run();
	}

	/**
	 * Runs a schedule and reports its events.
	 * @param seed the seed, which determines the schedule
	 * @param trace receives the lines
	 * @return the result
	 * @throws InvariantViolation if an invariant is violated
	 */
	public DistributionResult replay(long seed, Consumer<String> trace) {
		trace.accept("Run again with: mvn -pl verification/simulation -am test -Dtest=DistributionSimulationTests "
				+ "-Ddistribution.seed=" + seed + " -Dsurefire.failIfNoSpecifiedTests=false");
		return new DistributionSimulation(seed, this.seams, trace, DistributionScenario::new).run();
	}

	/**
	 * Runs a rolling restart of three instances without other faults.
	 * @param seed the seed, which determines the schedule
	 * @throws InvariantViolation if an election moves more than three times
	 */
	public void rollingRestart(long seed) {
		new DistributionSimulation(seed, this.seams, null, DistributionScenario::rollingRestart).rollingRestart();
	}

}
