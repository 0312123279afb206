/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TrafficTests {

	@Test
	void peakIsTheMostWithinAnyInterval() {
		long[] moments = { 0, 90, 110, 120, 189, 190, 500 };
		assertThat(Traffic.peak(moments, 100)).isEqualTo(4);
		assertThat(Traffic.peak(moments, 101)).isEqualTo(5);
		assertThat(Traffic.peak(moments, 1)).isEqualTo(1);
		assertThat(Traffic.peak(moments, 1000)).isEqualTo(7);
	}

	@Test
	void peakSpansNegativeReadings() {
		assertThat(Traffic.peak(new long[] { -50, -10, 20 }, 50)).isEqualTo(2);
	}

	@Test
	void noEventsHaveNoPeak() {
		assertThat(Traffic.peak(new long[0], 100)).isZero();
	}

	@Test
	void eventsOfSeveralProcessesAreSorted() {
		assertThat(Traffic.together(List.of(new long[] { 3, 9 }, new long[] { 1, 5 }))).containsExactly(1, 3, 5, 9);
	}

}
