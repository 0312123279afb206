/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

/**
 * Runs one schedule again and prints all its events:
 * {@code java -cp <class path> io.leaderelection.simulation.Replay <seed>
 * [PROMISED|RATES_BEYOND_MARGIN|LOSSY_FAILOVER]}.
 */
public final class Replay {

	private Replay() {
	}

	/**
	 * Runs a schedule, and exits with status 1 if an invariant is violated.
	 * @param args the seed, and optionally the {@link Control}
	 */
	public static void main(String[] args) {
		if (args.length < 1 || args.length > 2) {
			System.err.println("Use: Replay <seed> [PROMISED|RATES_BEYOND_MARGIN|LOSSY_FAILOVER]");
			System.exit(2);
			return;
		}
		Control control = (args.length == 2) ? Control.valueOf(args[1]) : Control.PROMISED;
		Simulator simulator = new Simulator(control, SimulationSeams.PRODUCTION);
		try {
			System.out.println(simulator.replay(Long.parseLong(args[0]), System.out::println));
		}
		catch (InvariantViolation ex) {
			System.out.println(ex.getMessage());
			System.exit(1);
		}
	}

}
