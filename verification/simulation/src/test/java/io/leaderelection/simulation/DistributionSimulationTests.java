/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.LongStream;

import io.leaderelection.history.Invariant;
import io.leaderelection.protocol.bid.Bidding;
import io.leaderelection.protocol.bid.Distribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Runs priorities and spread through many schedules. System properties:
 * {@code distribution.schedules} (default 100; 50 in {@code ./verify}, 2,000 with
 * {@code --all}), {@code distribution.first} (the first seed, default 0), and
 * {@code distribution.seed} to replay one and print it.
 */
// Not tagged slow, although it needs about 20 s: a change of the protocol needs it
class DistributionSimulationTests {

	private static final long SCHEDULES = Long.getLong("distribution.schedules", 100);

	private static final long FIRST = Long.getLong("distribution.first", 0);

	private static final Long SEED = Long.getLong("distribution.seed");

	private static final long SEEDS = 10_000;

	@Test
	void everyScheduleEndsAsPreferred() {
		DistributionSimulator simulator = new DistributionSimulator(DistributionSeams.PRODUCTION);
		if (SEED != null) {
			System.out.println(simulator.replay(SEED, System.out::println));
			return;
		}
		AtomicInteger concessions = new AtomicInteger();
		LongSummaryStatistics even = LongStream.range(FIRST, FIRST + SCHEDULES).parallel().map((seed) -> {
			DistributionResult result = run(simulator, seed);
			concessions.addAndGet(result.concessions());
			return result.millisToEven();
		}).summaryStatistics();
		System.out.printf("%d schedules, %d handovers for a preference; even %.0f ms after the last fault on average, "
				+ "%d at most%n", SCHEDULES, concessions.get(), even.getAverage(), even.getMax());
		assertThat(concessions.get()).isGreaterThan((int) SCHEDULES);
	}

	@Test
	void sameSeedGivesTheSameSchedule() {
		DistributionSimulator simulator = new DistributionSimulator(DistributionSeams.PRODUCTION);
		for (long seed = 0; seed < 20; seed++) {
			assertThat(simulator.run(seed)).isEqualTo(simulator.run(seed));
		}
	}

	@Test
	void rollingRestartOfThreeMovesNoElectionMoreThanThreeTimes() {
		DistributionSimulator simulator = new DistributionSimulator(DistributionSeams.PRODUCTION);
		LongStream.range(FIRST, FIRST + Math.max(4, SCHEDULES / 10))
			.parallel()
			.forEach((seed) -> assertThatCode(() -> simulator.rollingRestart(seed)).as("seed %d", seed)
				.doesNotThrowAnyException());
	}

	@Test
	void raceForTheElectionsOfAStoppedInstanceIsFound() {
		DistributionSimulator racing = new DistributionSimulator(new DistributionSeams() {

			@Override
			public Distribution distribution(Supplier<String> self, int maxLed, Duration spreadDelay) {
				return new Distribution(self, maxLed, spreadDelay) {

					@Override
					protected boolean isOfAnotherHeir(Bidding bidding) {
						return false;
					}

				};
			}

		});
		// Seed 8 is the first that shows it
		assertThatExceptionOfType(InvariantViolation.class)
			.isThrownBy(() -> LongStream.range(8, 100).forEach(racing::rollingRestart))
			.satisfies((ex) -> assertThat(ex.invariant()).isEqualTo(Invariant.D7_RESTART_MOVES_FEW));
	}

	@ParameterizedTest
	@EnumSource(BrokenDistribution.class)
	void brokenVariantIsFound(BrokenDistribution variant) {
		DistributionSimulator simulator = new DistributionSimulator(variant.seams());
		OptionalLong found = LongStream.range(0, SEEDS)
			.filter((seed) -> violation(simulator, seed) != null)
			.findFirst();
		assertThat(found).as(variant + " within " + SEEDS + " seeds").isPresent();
		InvariantViolation violation = violation(simulator, found.getAsLong());
		System.out.printf("%-36s seed %5d  %s%n", variant, found.getAsLong(), violation.getMessage());
		assertThat(violation.invariant()).isNotEqualTo(Invariant.SOUND_PROTOCOL);
	}

	private static DistributionResult run(DistributionSimulator simulator, long seed) {
		try {
			return simulator.run(seed);
		}
		catch (InvariantViolation ex) {
			throw new AssertionError(
					"Seed " + seed + ", -Ddistribution.seed=" + seed + " prints it: " + ex.getMessage(), ex);
		}
	}

	private static InvariantViolation violation(DistributionSimulator simulator, long seed) {
		try {
			simulator.run(seed);
			return null;
		}
		catch (InvariantViolation ex) {
			return ex;
		}
	}

}
