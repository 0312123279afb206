/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;

import io.leaderelection.store.StoreTraits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link ElectionTiming}.
 */
class ElectionTimingTests {

	@Test
	void defaultsAreThoseOfTheDocumentation() {
		assertThat(ElectionTiming.builder().build())
			.isEqualTo(new ElectionTiming(Duration.ofSeconds(15), Duration.ofSeconds(5), Duration.ofSeconds(3),
					Duration.ofMillis(1500), Duration.ofSeconds(2), Duration.ofSeconds(20), Duration.ofSeconds(5)));
	}

	@ParameterizedTest
	@ValueSource(
			longs = { 75, 100, 999, 1000, 1500, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 3_600_000, 86_400_000 })
	void rule14LeaseDurationAloneAlwaysWorks(long millis) {
		assertThatNoException().isThrownBy(() -> ElectionTiming.builder().lease(Duration.ofMillis(millis)).build());
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, -1, Long.MAX_VALUE / 2 })
	void rule14DurationsMustBePositiveAndFinite(long seconds) {
		Duration bad = Duration.ofSeconds(seconds);
		Duration good = Duration.ofSeconds(1);
		assertThatExceptionOfType(InvalidTimingException.class)
			.isThrownBy(() -> new ElectionTiming(bad, bad, bad, bad, bad, bad, bad))
			.satisfies((ex) -> assertThat(ex.getProblems()).hasSizeGreaterThanOrEqualTo(6)
				.anyMatch((problem) -> problem.startsWith("lease-duration is"))
				.anyMatch((problem) -> problem.startsWith("drain-timeout is")));
		assertThatExceptionOfType(InvalidTimingException.class)
			.isThrownBy(() -> new ElectionTiming(good, good, good, good, good, good, Duration.ofSeconds(-1)))
			.withMessageContaining("cool-down is -1s");
	}

	@Test
	void rule14RenewIntervalMustBeUnderHalfTheLease() {
		assertThatExceptionOfType(InvalidTimingException.class)
			.isThrownBy(() -> ElectionTiming.builder().renewInterval(Duration.ofMillis(7500)).build())
			.withMessageContainingAll("renew-interval (7500ms)", "half of lease-duration (15s)");
	}

	@Test
	void rule14SumMustNotExceedTheLease() {
		assertThatExceptionOfType(InvalidTimingException.class)
			.isThrownBy(() -> ElectionTiming.builder().operationTimeout(Duration.ofSeconds(5)).build())
			.withMessageContainingAll("16500ms", "Raise lease-duration");
	}

	@Test
	void rule14MarginExceedsTheWallClockResolution() {
		assertThatExceptionOfType(InvalidTimingException.class)
			.isThrownBy(() -> ElectionTiming.builder().safetyMargin(Duration.ofMillis(19)).build())
			.withMessageContainingAll("safety-margin is 19ms", "Use at least 20ms");
		assertThatNoException().isThrownBy(() -> ElectionTiming.builder().safetyMargin(Duration.ofMillis(20)).build());
	}

	@Test
	void leaseMustBeWholeMilliseconds() {
		assertThatExceptionOfType(InvalidTimingException.class)
			.isThrownBy(() -> ElectionTiming.builder().lease(Duration.ofNanos(1_000_001)).build())
			.withMessageContaining("whole milliseconds");
	}

	@ParameterizedTest
	@CsvSource({ "14, false", "15, true", "60, true", "61, false" })
	void rule14LeaseMustBeSupportedByTheStore(long seconds, boolean legal) {
		StoreTraits traits = new StoreTraits("azure-blob", StoreTraits.Clock.STORE, Duration.ofSeconds(15),
				Duration.ofSeconds(60), false, true, false, true);
		ElectionTiming timing = ElectionTiming.builder().lease(Duration.ofSeconds(seconds)).build();
		if (legal) {
			assertThat(timing.checkedFor(traits)).isSameAs(timing);
		}
		else {
			assertThatExceptionOfType(InvalidTimingException.class).isThrownBy(() -> timing.checkedFor(traits))
				.withMessageContainingAll("azure-blob", "between 15s and 60s");
		}
	}

	@Test
	void retryIntervalFollowsAShortLease() {
		assertThat(ElectionTiming.builder().lease(Duration.ofSeconds(3)).build().retryInterval())
			.isEqualTo(Duration.ofSeconds(1));
	}

}
