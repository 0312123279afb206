/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.Map;
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

	/**
	 * The seeds of the schedules that show a rare mistake, which are tried first. Once
	 * the generator has changed, the search below finds others.
	 */
	private static final Map<BrokenVariant, Long> RARE = Map.of(BrokenVariant.PENDING_WIPES_NOT_BEFORE, 171L,
			BrokenVariant.RELEASE_DROPS_NOT_BEFORE_OF_A_GUARD_LOCK, 171L,
			BrokenVariant.RELEASE_DROPS_NOT_BEFORE_OF_A_RESTART, 3115L, BrokenVariant.GHOST_BID_HONOURED, 141L,
			BrokenVariant.CONCEDER_WAITS_FOR_THE_END_OF_THE_BID, 97L);

	@ParameterizedTest
	@EnumSource(BrokenVariant.class)
	void isFound(BrokenVariant variant) {
		assertThatExceptionOfType(InvariantViolation.class).as("%s within %d seeds", variant, SEEDS)
			.isThrownBy(() -> seeds(variant).forEach((seed) -> run(variant, seed)))
			.satisfies((violation) -> assertThat(violation.invariant).isNotEqualTo(Invariant.SOUND_PROTOCOL));
	}

	private static LongStream seeds(BrokenVariant variant) {
		LongStream all = LongStream.range(0, SEEDS);
		Long rare = RARE.get(variant);
		return (rare != null) ? LongStream.concat(LongStream.of(rare), all) : all;
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
