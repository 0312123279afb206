/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

import io.leaderelection.history.Invariant;
import io.leaderelection.work.tick.TickOutcome;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the production protocol through many schedules. System properties:
 * {@code simulation.schedules} (default 5,000; 2,000 in {@code ./verify}, 100,000 with
 * {@code --all}), {@code simulation.first} (the first seed, default 0), and
 * {@code simulation.seed} with {@code simulation.control} to replay one and print it.
 */
// Not tagged slow, although it needs about 15 s: a change of the protocol needs it
class SimulationTests {

	private static final long SCHEDULES = Long.getLong("simulation.schedules", 5_000);

	private static final long FIRST = Long.getLong("simulation.first", 0);

	private static final Long SEED = Long.getLong("simulation.seed");

	private static final Control CONTROL = Control
		.valueOf(System.getProperty("simulation.control", Control.PROMISED.name()));

	private static final int CONTROL_SCHEDULES = 2000;

	private static final int CRASH_SCHEDULES = Integer.getInteger("simulation.crashes", 2000);

	private static final SimulationSeams CRASHING = new SimulationSeams() {

		@Override
		public int stepsToCrash() {
			return 100;
		}

	};

	@Test
	void everyScheduleKeepsTheGuarantees() {
		if (SEED != null) {
			System.out.println(new Simulator(CONTROL, SimulationSeams.PRODUCTION).replay(SEED, System.out::println));
			return;
		}
		Totals totals = run(new Simulator(Control.PROMISED, SimulationSeams.PRODUCTION), SCHEDULES);
		System.out.println(totals.table());
		assertThat(totals.events()).as("mean events of a schedule").isGreaterThanOrEqualTo(300);
		assertThat(totals.terms()).as("mean terms of a schedule").isGreaterThanOrEqualTo(3);
		for (TickOutcome outcome : TickOutcome.values()) {
			assertThat(totals.ticks(outcome)).as("mean ticks of a schedule: " + outcome).isGreaterThan(0.01);
		}
		for (Fault fault : Fault.values()) {
			if (fault != Fault.LOSSY_FAILOVER && fault != Fault.STEP_CRASHES) {
				assertThat(totals.share(fault)).as("share of schedules with " + fault).isGreaterThanOrEqualTo(0.01);
			}
		}
	}

	/**
	 * A step crashes once in 100, beside all other faults, also while work ignores
	 * interrupts. To replay a seed, run this test alone.
	 */
	@Test
	@DisplayName("Rule 18: elections that crash and start anew keep the guarantees")
	void rule18ElectionsThatCrashKeepTheGuarantees() {
		Simulator simulator = new Simulator(Control.PROMISED, CRASHING);
		if (SEED != null) {
			System.out.println(simulator.replay(SEED, System.out::println));
			return;
		}
		Totals totals = run(simulator, CRASH_SCHEDULES);
		System.out.println(totals.table());
		assertThat(totals.share(Fault.STEP_CRASHES)).isGreaterThan(0.5);
		assertThat(totals.terms()).as("mean terms of a schedule").isGreaterThanOrEqualTo(3);
	}

	@Test
	void overlapBeyondTheMarginIsReportedAndFenced() {
		assertOverlapIsReported(Control.RATES_BEYOND_MARGIN);
	}

	@Test
	void overlapAfterALossyFailoverIsReportedAndFenced() {
		assertOverlapIsReported(Control.LOSSY_FAILOVER);
	}

	@Test
	void sameSeedGivesTheSameSchedule() {
		Simulator simulator = new Simulator(Control.PROMISED, SimulationSeams.PRODUCTION);
		for (long seed = 0; seed < 20; seed++) {
			List<String> one = new ArrayList<>();
			List<String> other = new ArrayList<>();
			SimulationResult result = simulator.replay(seed, one::add);
			assertThat(simulator.replay(seed, other::add)).isEqualTo(result).isEqualTo(simulator.run(seed));
			assertThat(other).isEqualTo(one);
			assertThat(one.get(0)).contains("-Dsimulation.seed=" + seed);
		}
	}

	/**
	 * Violations of invariants that are guaranteed even here, such as tokens and fencing,
	 * throw.
	 */
	private static void assertOverlapIsReported(Control control) {
		Totals totals = run(new Simulator(control, SimulationSeams.PRODUCTION), CONTROL_SCHEDULES);
		System.out.println(
				control + ", schedules in which an invariant that is not promised there failed: " + totals.notPromised);
		assertThat(totals.notPromised.getOrDefault(Invariant.I1_EXCLUSIVE_LEADERSHIP, 0)).isGreaterThan(20);
	}

	private static Totals run(Simulator simulator, long schedules) {
		Totals totals = new Totals();
		LongStream.range(FIRST, FIRST + schedules).parallel().forEach((seed) -> {
			try {
				totals.add(simulator.run(seed));
			}
			catch (InvariantViolation ex) {
				throw failed(simulator, seed, ex);
			}
		});
		return totals;
	}

	private static AssertionError failed(Simulator simulator, long seed, InvariantViolation violation) {
		List<String> lines = new ArrayList<>();
		try {
			simulator.replay(seed, lines::add);
		}
		catch (InvariantViolation ex) {
			lines.add(ex.getMessage());
		}
		int shown = Math.max(3, lines.size() - 60);
		return new AssertionError("Seed " + seed + ": " + violation.getMessage() + "\n"
				+ String.join("\n", lines.subList(0, Math.min(3, lines.size()))) + "\n...\n"
				+ String.join("\n", lines.subList(Math.min(shown, lines.size()), lines.size())), violation);
	}

	private static final class Totals {

		private final LongAdder schedules = new LongAdder();

		private final LongAdder events = new LongAdder();

		private final LongAdder terms = new LongAdder();

		private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);

		private final Map<Invariant, Integer> notPromised = new EnumMap<>(Invariant.class);

		private final Map<TickOutcome, Long> ticks = new EnumMap<>(TickOutcome.class);

		private final LongAdder doubledTicks = new LongAdder();

		void add(SimulationResult result) {
			this.schedules.increment();
			this.events.add(result.events());
			this.terms.add(result.terms());
			this.doubledTicks.add(result.doubledTicks());
			synchronized (this.faults) {
				result.ticks().forEach((outcome, number) -> this.ticks.merge(outcome, (long) number, Long::sum));
				result.faults().forEach((fault) -> this.faults.merge(fault, 1, Integer::sum));
				result.notPromised().keySet().forEach((each) -> this.notPromised.merge(each, 1, Integer::sum));
			}
		}

		double events() {
			return this.events.doubleValue() / this.schedules.doubleValue();
		}

		double terms() {
			return this.terms.doubleValue() / this.schedules.doubleValue();
		}

		double share(Fault fault) {
			return this.faults.getOrDefault(fault, 0) / this.schedules.doubleValue();
		}

		double ticks(TickOutcome outcome) {
			return this.ticks.getOrDefault(outcome, 0L) / this.schedules.doubleValue();
		}

		String table() {
			StringBuilder table = new StringBuilder("%d schedules, on average %.0f events and %.1f terms%n"
				.formatted(this.schedules.sum(), events(), terms()));
			for (Fault fault : Fault.values()) {
				table.append("  %-22s in %5.1f %% of schedules%n".formatted(fault, 100 * share(fault)));
			}
			for (TickOutcome outcome : TickOutcome.values()) {
				table.append("  ticks %-16s %7.2f in a schedule%n".formatted(outcome, ticks(outcome)));
			}
			return table
				.append("  ticks that two leaders finished, the first of which lost its term: %d%n"
					.formatted(this.doubledTicks.sum()))
				.toString();
		}

	}

}
