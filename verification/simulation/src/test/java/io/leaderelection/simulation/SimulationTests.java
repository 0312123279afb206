/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import io.leaderelection.history.Invariant;
import io.leaderelection.work.tick.TickOutcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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

	private static final int CONTROL_SCHEDULES = Integer.getInteger("simulation.controls", 2000);

	private static final int CORNER_SCHEDULES = Integer.getInteger("simulation.corner", 4000);

	private static final int SUSPENDED_SCHEDULES = Integer.getInteger("simulation.suspended", 3000);

	private static final int CRASH_SCHEDULES = Integer.getInteger("simulation.crashes", 2000);

	/** Faults that other tests inject. */
	private static final Set<Fault> ELSEWHERE = EnumSet.of(Fault.LOSSY_FAILOVER, Fault.STEP_CRASHES, Fault.SUSPENDED);

	@Test
	void everyScheduleKeepsTheGuarantees() {
		if (SEED != null) {
			System.out.println(run(SEED, CONTROL, SimulationSeams.PRODUCTION, System.out::println));
			return;
		}
		Totals totals = run(SCHEDULES, Control.PROMISED, SimulationSeams.PRODUCTION);
		System.out.println(totals.table());
		assertThat(totals.mean("events")).as("mean events of a schedule").isGreaterThanOrEqualTo(300);
		assertThat(totals.mean("terms")).as("mean terms of a schedule").isGreaterThanOrEqualTo(3);
		for (TickOutcome outcome : TickOutcome.values()) {
			assertThat(totals.mean(outcome)).as("mean ticks of a schedule: " + outcome).isGreaterThan(0.01);
		}
		for (Fault fault : Fault.values()) {
			if (!ELSEWHERE.contains(fault)) {
				assertThat(totals.mean(fault)).as("share of schedules with " + fault).isGreaterThanOrEqualTo(0.01);
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
		if (SEED != null) {
			System.out.println(run(SEED, Control.PROMISED, SimulationSeams.CRASHING, System.out::println));
			return;
		}
		Totals totals = run(CRASH_SCHEDULES, Control.PROMISED, SimulationSeams.CRASHING);
		System.out.println(totals.table());
		assertThat(totals.mean(Fault.STEP_CRASHES)).isGreaterThan(0.5);
		assertThat(totals.mean("terms")).as("mean terms of a schedule").isGreaterThanOrEqualTo(3);
	}

	/**
	 * An operator suspends the election and ends that, beside all faults. To replay a
	 * seed, run this test alone.
	 */
	@Test
	void nothingBeginsWhileAnElectionIsSuspended() {
		if (SEED != null) {
			System.out.println(run(SEED, Control.PROMISED, SimulationSeams.SUSPENDING, System.out::println));
			return;
		}
		Totals totals = run(SUSPENDED_SCHEDULES, Control.PROMISED, SimulationSeams.SUSPENDING);
		System.out.println(totals.table());
		assertThat(totals.mean(Fault.SUSPENDED)).isGreaterThan(0.5);
		assertThat(totals.mean("terms")).as("mean terms of a schedule").isGreaterThanOrEqualTo(3);
	}

	/** To replay a seed, run this test alone. */
	@Test
	void nothingBeginsWhileAnElectionIsSuspendedAlsoIfStepsCrash() {
		if (SEED != null) {
			System.out
				.println(run(SEED, Control.PROMISED, SimulationSeams.SUSPENDING_AND_CRASHING, System.out::println));
			return;
		}
		Totals totals = run(SUSPENDED_SCHEDULES / 2, Control.PROMISED, SimulationSeams.SUSPENDING_AND_CRASHING);
		System.out.println(totals.table());
		assertThat(totals.mean(Fault.SUSPENDED)).isGreaterThan(0.5);
		assertThat(totals.mean(Fault.STEP_CRASHES)).isGreaterThan(0.5);
		assertThat(totals.mean("terms")).as("mean terms of a schedule").isGreaterThanOrEqualTo(3);
	}

	@Test
	void guaranteesHoldAtTheCorner() {
		Totals totals = run(CORNER_SCHEDULES, Control.CORNER, SimulationSeams.PRODUCTION);
		System.out.println(Control.CORNER + ": " + totals.table());
		assertThat(totals.mean("terms")).as("mean terms of a schedule").isGreaterThanOrEqualTo(3);
		assertThat(totals.mean(Fault.MACHINE_SUSPENDED)).isGreaterThan(0.6);
	}

	@Test
	void overlapOneStepBeyondTheCornerIsReportedAndFenced() {
		assertOverlapIsReported(Control.CORNER_AND_BEYOND);
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
		for (long seed = 0; seed < 20; seed++) {
			List<String> one = new ArrayList<>();
			List<String> other = new ArrayList<>();
			SimulationResult result = run(seed, Control.PROMISED, SimulationSeams.PRODUCTION, one::add);
			assertThat(run(seed, Control.PROMISED, SimulationSeams.PRODUCTION, other::add)).isEqualTo(result)
				.isEqualTo(run(seed, Control.PROMISED, SimulationSeams.PRODUCTION, null));
			assertThat(other).isEqualTo(one);
			assertThat(one.get(0)).contains("seed " + seed);
		}
	}

	/**
	 * Violations of invariants that are guaranteed even here, such as tokens and fencing,
	 * throw.
	 */
	private static void assertOverlapIsReported(Control control) {
		Totals totals = run(CONTROL_SCHEDULES, control, SimulationSeams.PRODUCTION);
		System.out.println(control + ": " + totals.table());
		assertThat(totals.sum(Invariant.I1_EXCLUSIVE_LEADERSHIP)).isGreaterThan(20);
	}

	private static SimulationResult run(long seed, Control control, SimulationSeams seams,
			@Nullable Consumer<String> trace) {
		return new Simulation(seed, control, seams, trace).run();
	}

	private static Totals run(long schedules, Control control, SimulationSeams seams) {
		Totals totals = new Totals();
		LongStream.range(FIRST, FIRST + schedules).parallel().forEach((seed) -> {
			try {
				totals.add(run(seed, control, seams, null));
			}
			catch (InvariantViolation ex) {
				throw failed(seed, control, seams, ex);
			}
		});
		return totals;
	}

	private static AssertionError failed(long seed, Control control, SimulationSeams seams,
			InvariantViolation violation) {
		List<String> lines = new ArrayList<>();
		assertThatExceptionOfType(InvariantViolation.class).isThrownBy(() -> run(seed, control, seams, lines::add));
		return new AssertionError("""
				Seed %d: %s
				Run again with: mvn -pl verification/simulation -am test -Dtest=SimulationTests \
				-Dsimulation.seed=%1$d -Dsimulation.control=%s -Dsurefire.failIfNoSpecifiedTests=false
				%s
				...
				%s""".formatted(seed, violation.getMessage(), control, lines.get(0),
				String.join("\n", lines.subList(Math.max(1, lines.size() - 60), lines.size()))), violation);
	}

	/** Sums of all schedules, by fault, invariant, outcome of a tick, or name. */
	private static final class Totals {

		private final Map<Object, LongAdder> sums = new ConcurrentHashMap<>();

		void add(SimulationResult result) {
			add("schedules", 1);
			add("events", result.events());
			add("terms", result.terms());
			add("doubled ticks", result.doubledTicks());
			result.ticks().forEach(this::add);
			result.faults().forEach((fault) -> add(fault, 1));
			result.notPromised().keySet().forEach((invariant) -> add(invariant, 1));
		}

		private void add(Object what, long number) {
			this.sums.computeIfAbsent(what, (absent) -> new LongAdder()).add(number);
		}

		long sum(Object what) {
			return this.sums.getOrDefault(what, new LongAdder()).sum();
		}

		double mean(Object what) {
			return (double) sum(what) / sum("schedules");
		}

		String table() {
			StringBuilder table = new StringBuilder("%d schedules, in each on average%n".formatted(sum("schedules")));
			new TreeMap<>(this.sums.keySet().stream().collect(Collectors.toMap(Object::toString, this::mean)))
				.forEach((what, mean) -> table.append("  %-28s %8.3f%n".formatted(what, mean)));
			return table.toString();
		}

	}

}
