/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.function.Consumer;

/**
 * Runs schedules. The same seed produces the same schedule, on any machine.
 */
public final class Simulator {

	private final Control control;

	private final SimulationSeams seams;

	/**
	 * Creates a simulator.
	 * @param control whether schedules stay within the guarantees
	 * @param seams the parts of the schedules
	 */
	public Simulator(Control control, SimulationSeams seams) {
		this.control = control;
		this.seams = seams;
	}

	/**
	 * Runs a schedule.
	 * @param seed the seed, which determines the schedule
	 * @return the result
	 * @throws InvariantViolation if a guaranteed invariant is violated
	 */
	public SimulationResult run(long seed) {
		return new Simulation(seed, this.control, this.seams, null).run();
	}

	/**
	 * Runs a schedule and reports its events.
	 * @param seed the seed, which determines the schedule
	 * @param trace receives the lines
	 * @return the result
	 * @throws InvariantViolation if a guaranteed invariant is violated
	 */
	public SimulationResult replay(long seed, Consumer<String> trace) {
		trace
			.accept("Run again with: mvn -pl verification/simulation -am test -Dtest=SimulationTests -Dsimulation.seed="
					+ seed + " -Dsimulation.control=" + this.control + " -Dsurefire.failIfNoSpecifiedTests=false");
		return new Simulation(seed, this.control, this.seams, trace).run();
	}

}
