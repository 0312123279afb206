/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.OptionalLong;
import java.util.stream.LongStream;

import io.leaderelection.history.Invariant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The simulator must find each of these mistakes with its standard generator and
 * invariants.
 */
class BrokenVariantsTests {

	private static final long SEEDS = 10_000;

	@ParameterizedTest
	@EnumSource(BrokenVariant.class)
	void isFound(BrokenVariant variant) {
		Simulator simulator = new Simulator(Control.PROMISED, variant.seams());
		OptionalLong found = LongStream.range(0, SEEDS)
			.filter((seed) -> violation(simulator, seed) != null)
			.findFirst();
		assertThat(found).as(variant + " within " + SEEDS + " seeds").isPresent();
		InvariantViolation violation = violation(simulator, found.getAsLong());
		assertThat(violation).isNotNull();
		System.out.printf("%-36s seed %5d  %s%n", variant, found.getAsLong(), violation.getMessage());
		assertThat(violation.invariant()).isNotEqualTo(Invariant.SOUND_PROTOCOL);
	}

	private static InvariantViolation violation(Simulator simulator, long seed) {
		try {
			simulator.run(seed);
			return null;
		}
		catch (InvariantViolation ex) {
			return ex;
		}
	}

}
