/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.LongSummaryStatistics;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;

import io.leaderelection.history.Invariant;
import io.leaderelection.preference.bid.Bidding;
import io.leaderelection.preference.bid.Distribution;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Runs instances with priorities and spread against a model of the store, under faults,
 * through many schedules: elections end as preferred, without unnecessary handovers.
 * System properties: {@code distribution.schedules} (default 100; 20 in {@code ./verify},
 * 2,000 with {@code --all}), {@code distribution.first} (the first seed, default 0), and
 * {@code distribution.seed} to replay one and print it.
 */
// Not tagged slow, although it needs about 20 s: a change of the protocol needs it
class DistributionSimulationTests {

	private static final long SCHEDULES = Long.getLong("distribution.schedules", 100);

	private static final long FIRST = Long.getLong("distribution.first", 0);

	private static final Long SEED = Long.getLong("distribution.seed");

	@Test
	void everyScheduleEndsAsPreferred() {
		if (SEED != null) {
			System.out.println(run(SEED, System.out::println));
			return;
		}
		AtomicInteger concessions = new AtomicInteger();
		LongSummaryStatistics even = LongStream.range(FIRST, FIRST + SCHEDULES).parallel().map((seed) -> {
			DistributionResult result = run(seed, null);
			concessions.addAndGet(result.concessions());
			return result.millisToEven();
		}).summaryStatistics();
		System.out.printf("%d schedules, %d handovers for a preference; even %.0f ms after the last fault on average, "
				+ "%d at most%n", SCHEDULES, concessions.get(), even.getAverage(), even.getMax());
		assertThat(concessions.get()).isGreaterThan((int) SCHEDULES);
	}

	@Test
	void sameSeedGivesTheSameSchedule() {
		for (long seed = 0; seed < 20; seed++) {
			assertThat(run(seed, null)).isEqualTo(run(seed, null));
		}
	}

	@Test
	void rollingRestartOfThreeMovesNoElectionMoreThanThreeTimes() {
		LongStream.range(FIRST, FIRST + Math.max(2, SCHEDULES / 10))
			.parallel()
			.forEach(
					(seed) -> assertThatCode(() -> rollingRestart(seed, SimulationSeams.PRODUCTION)).as("seed %d", seed)
						.doesNotThrowAnyException());
	}

	@Test
	void raceForTheElectionsOfAStoppedInstanceIsFound() {
		SimulationSeams racing = BrokenVariant
			.distribution((self, maxLed, spreadDelay) -> new Distribution(self, maxLed, spreadDelay) {

				@Override
				protected boolean isOfAnotherHeir(Bidding bidding) {
					return false;
				}

			});
		// Seed 8 is the first that shows it
		assertThatExceptionOfType(InvariantViolation.class)
			.isThrownBy(() -> LongStream.range(8, 100).forEach((seed) -> rollingRestart(seed, racing)))
			.satisfies((ex) -> assertThat(ex.invariant).isEqualTo(Invariant.D7_RESTART_MOVES_FEW));
	}

	private static void rollingRestart(long seed, SimulationSeams seams) {
		new DistributionSimulation(seed, seams, null, DistributionScenario::rollingRestart).rollingRestart();
	}

	private static DistributionResult run(long seed, @Nullable Consumer<String> trace) {
		try {
			return new DistributionSimulation(seed, SimulationSeams.PRODUCTION, trace, DistributionScenario::new).run();
		}
		catch (InvariantViolation ex) {
			throw new AssertionError(
					"Seed " + seed + ", -Ddistribution.seed=" + seed + " prints it: " + ex.getMessage(), ex);
		}
	}

}
