/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import io.leaderelection.time.Moment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TermBoundsTests {

	private static final long WALL = 1_700_000_000_000L;

	private static final long LENGTH = 13_500_000_000L;

	private static final long TOLERANCE = 750_000_000L;

	@ParameterizedTest
	@ValueSource(longs = { 0, 1_000_000_000L, Long.MAX_VALUE - 5_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE })
	void rule01TermIsOverExactlyAtItsDeadline(long sent) {
		TermBounds bounds = new TermBounds(sent, WALL, LENGTH, TOLERANCE);
		assertThat(bounds.deadline()).isEqualTo(sent + LENGTH);
		long[] after = { 0, LENGTH - 1, LENGTH, LENGTH + 1 };
		boolean[] over = { false, false, true, true };
		for (int i = 0; i < after.length; i++) {
			long wall = WALL + after[i] / 1_000_000;
			assertThat(bounds.over(new Moment(sent + after[i], wall))).as("over %d ns after sending", after[i])
				.isEqualTo(over[i]);
			assertThat(bounds.hold(sent + after[i], wall)).as("valid %d ns after sending", after[i])
				.isEqualTo(!over[i]);
		}
		assertThat(bounds.over(bounds.end())).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "750, false", "751, true", "-750, false", "-751, true" })
	void rule04ClocksHavePartedBeyondTheToleranceOnly(long millis, boolean parted) {
		TermBounds bounds = new TermBounds(Long.MAX_VALUE - 1_000_000_000L, WALL, LENGTH, TOLERANCE);
		long ticker = bounds.sentTicker() + 2_000_000_000L;
		long wall = WALL + 2_000 + millis;
		assertThat(bounds.parted(new Moment(ticker, wall))).isEqualTo(parted);
		assertThat(bounds.hold(ticker, wall)).isEqualTo(!parted);
	}

}
