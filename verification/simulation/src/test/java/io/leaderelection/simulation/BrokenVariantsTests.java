/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.stream.LongStream;

import io.leaderelection.history.Invariant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The simulator must find each of these mistakes with its standard generator and
 * invariants.
 */
class BrokenVariantsTests {

	private static final long SEEDS = 10_000;

	@ParameterizedTest
	@EnumSource(BrokenVariant.class)
	void isFound(BrokenVariant variant) {
		assertThatExceptionOfType(InvariantViolation.class).as("%s within %d seeds", variant, SEEDS)
			.isThrownBy(() -> LongStream.range(0, SEEDS).forEach((seed) -> run(variant, seed)))
			.satisfies((violation) -> assertThat(violation.invariant).isNotEqualTo(Invariant.SOUND_PROTOCOL));
	}

	private static void run(BrokenVariant variant, long seed) {
		try {
			variant.run(seed);
		}
		catch (InvariantViolation ex) {
			System.out.printf("%-36s seed %5d  %s%n", variant, seed, ex.getMessage());
			throw ex;
		}
	}

}
