/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.leaderelection.work.tick.DoneTicks.Range;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DoneTicksTests {

	private static final Instant NOON = Instant.parse("2026-11-24T12:00:00Z");

	/** Returns a tick some hours after noon. */
	private static Instant at(long hours) {
		return NOON.plus(Duration.ofHours(hours));
	}

	private static Range range(long from, long to) {
		return new Range(at(from), at(to));
	}

	/** Returns ranges without a length, at these hours. */
	private static DoneTicks ticks(long... hours) {
		DoneTicks done = DoneTicks.NONE;
		for (long hour : hours) {
			done = done.with(range(hour, hour));
		}
		return done;
	}

	@Test
	void attemptsCountForTheirOwnTickAlone() {
		DoneTicks done = DoneTicks.NONE.with(new Range(at(1), at(1), 2)).with(new Range(at(3), at(3), 1));
		assertThat(done.attempts(at(1))).isEqualTo(2);
		assertThat(done.attempts(at(3))).isOne();
		assertThat(done.attempts(at(2))).isZero();
	}

	@Test
	void theLastRangeUpToATickIsADoneOne() {
		DoneTicks done = DoneTicks.NONE.with(range(1, 2)).with(range(4, 5)).with(new Range(at(7), at(7), 1));
		assertThat(done.upTo(at(0))).isNull();
		assertThat(done.upTo(at(1))).isEqualTo(range(1, 2));
		assertThat(done.upTo(at(3))).isEqualTo(range(1, 2));
		assertThat(done.upTo(at(8))).as("not the tick that was only begun").isEqualTo(range(4, 5));
	}

	@Test
	void whatWasBeforeASeriesIsKeptForAWeek() {
		DoneTicks done = DoneTicks.NONE.with(range(-10, -9));
		Instant week = NOON.plus(Duration.ofDays(7));
		assertThat(done.beside(new Range(NOON, week)).ranges()).containsExactly(range(-10, -9));
		assertThat(done.beside(new Range(NOON, week.plusMillis(1))).ranges()).isEmpty();
	}

	@Test
	void theSmallestGapIsClosedIfThereAreTooManyRanges() {
		Range series = range(100, 100);
		assertThat(ticks(0, 10, 15, 18, 25, 35).beside(series).ranges()).contains(range(15, 18)).hasSize(5);
		assertThat(ticks(0, 2, 10, 20, 30, 40).beside(series).ranges()).contains(range(0, 2)).hasSize(5);
		assertThat(ticks(0, 10, 12, 22, 24, 34).beside(series).ranges()).as("the first of two that are equal")
			.contains(range(10, 12), range(22, 22))
			.hasSize(5);
	}

	@Test
	void theGapWithTheSeriesInItStaysOpen() {
		assertThat(ticks(0, 10, 20, 22, 32, 42).beside(range(21, 21)).ranges())
			.isEqualTo(List.of(range(0, 10), range(20, 20), range(22, 22), range(32, 32), range(42, 42)));
	}

	@Test
	void textOfTheFirstTicksOf1970IsReadBack() {
		DoneTicks done = DoneTicks.NONE.with(new Range(Instant.ofEpochMilli(5), Instant.ofEpochMilli(9)));
		assertThat(done.text()).isEqualTo("5+4");
		assertThat(DoneTicks.parse("5+4")).isEqualTo(done);
		assertThatIllegalArgumentException().isThrownBy(() -> DoneTicks.parse("+4")).withMessageContaining("'+4'");
		assertThatIllegalArgumentException().isThrownBy(() -> DoneTicks.parse("4")).withMessageContaining("'4'");
	}

}
