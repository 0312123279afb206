/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

import io.leaderelection.chaos.fault.Fault;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Schedule}.
 */
class ScheduleTests {

	private static final List<Fault> FAULTS = List.of(fault("a", 1), fault("b", 2), fault("c", 1));

	@Test
	void eachRoundHasEachKindByItsWeight() {
		Schedule schedule = new Schedule(FAULTS, new Random(1));
		for (int round = 0; round < 5; round++) {
			assertThat(names(schedule, 4)).containsExactlyInAnyOrder("a", "b", "b", "c");
		}
	}

	@Test
	void seedDecidesTheOrder() {
		List<String> order = names(new Schedule(FAULTS, new Random(7)), 40);
		assertThat(names(new Schedule(FAULTS, new Random(7)), 40)).isEqualTo(order);
		assertThat(names(new Schedule(FAULTS, new Random(8)), 40)).isNotEqualTo(order);
	}

	private static List<String> names(Schedule schedule, int count) {
		return Stream.generate(schedule::next).limit(count).map(Fault::name).toList();
	}

	private static Fault fault(String name, int weight) {
		return new Fault(name, Fault.Target.STORE, weight, Set.of(), (strike) -> Duration.ZERO, (strike) -> {
		});
	}

}
