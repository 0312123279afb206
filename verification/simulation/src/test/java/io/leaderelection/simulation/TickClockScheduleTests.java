/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Jobs that run once per tick, on leaders whose wall clocks differ by hours. As many
 * schedules as {@link SimulationTests}; {@code simulation.clocks.seed} replays one and
 * prints it.
 */
class TickClockScheduleTests {

	private static final long SCHEDULES = Long.getLong("simulation.schedules", 5000);

	private static final Long SEED = Long.getLong("simulation.clocks.seed");

	@Test
	@DisplayName("A tick is run once, whichever clock its leader had, and none is lost")
	void clocksThatDifferByHoursKeepThePromises() {
		if (SEED != null) {
			System.out.println(run(SEED, System.out::println));
			return;
		}
		LongAdder begun = new LongAdder();
		LongAdder repeated = new LongAdder();
		LongAdder skipped = new LongAdder();
		LongStream.range(0, SCHEDULES).parallel().forEach((seed) -> {
			TickClockSchedule.Result result = checked(seed);
			begun.add(result.begun());
			repeated.add(result.repeated());
			skipped.add(result.skipped());
		});
		System.out.printf("%d schedules of clocks: %d ticks begun, %d again, %d done ahead of time%n", SCHEDULES,
				begun.sum(), repeated.sum(), skipped.sum());
		assertThat(repeated.sum()).as("repeated ticks").isGreaterThan(SCHEDULES / 10);
		assertThat(skipped.sum()).as("ticks that were done ahead of time").isGreaterThan(SCHEDULES);
	}

	private static TickClockSchedule.Result checked(long seed) {
		try {
			return run(seed, null);
		}
		catch (InvariantViolation ex) {
			List<String> lines = new ArrayList<>();
			try {
				run(seed, lines::add);
			}
			catch (InvariantViolation again) {
				lines.add(again.getMessage());
			}
			throw new AssertionError("Seed " + seed + " (replay it with -Dsimulation.clocks.seed=" + seed + "):\n"
					+ String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size())), ex);
		}
	}

	private static TickClockSchedule.Result run(long seed, @Nullable Consumer<String> trace) {
		return new TickClockSchedule(seed, (former, note) -> note, trace).run();
	}

}
